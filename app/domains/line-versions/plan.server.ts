import type { Transaction } from "kysely";
import type { Viewer } from "~/kit/data/access/viewer";
import { inTransaction } from "~/kit/data/db/pool.server";
import type { DB } from "~/kit/data/db/tables";
import { problem } from "~/kit/ground/problem";
import { today } from "~/kit/ground/time/today.server";
import { type DirectionContent, readContent } from "./content.server";
import { storeDraft } from "./drafts.server";
import type { RunningParams } from "./params/running-params";
import { authorOf } from "./snapshot.server";
import { heldOn, requireVariant, type Variant, versionsOf, type VersionRow } from "./versions.server";
import { keptVersion } from "./kept-version.server";
import type { PlanForm } from "./schema";

export interface VariantName {
  classifySid?: string;
  lineUuid?: string;
}

/** A new draft meant for a day: a copy of what will be in force then, or of the version or the entry of history named. */
export function planVersion(
  viewer: Viewer,
  name: VariantName,
  form: PlanForm,
): Promise<{ variant: Variant; versionUuid: string }> {
  return inTransaction((trx) => planInto(trx, viewer, name, form));
}

export async function planInto(
  trx: Transaction<DB>,
  viewer: Viewer,
  name: VariantName,
  { plannedFor, from, history, reason }: PlanForm,
): Promise<{ variant: Variant; versionUuid: string }> {
  if (plannedFor < today()) throw problem.field("plannedFor", "计划生效日期不能早于今天");
  const variant = await requireVariant(viewer, name, trx, true);
  const versions = await versionsOf(variant.classifySid, today(), trx);
  refuseTakenDay(versions, plannedFor);
  const ground = heldOn(versions, plannedFor);
  const source = history ? await keptVersion(trx, variant, history) : await storedVersion(trx, versions, from, ground);
  const before = await readContent(trx, ground?.versionUuid ?? null);
  const versionUuid = await storeDraft(
    trx,
    authorOf(viewer, reason),
    variant,
    { current: ground, base: ground, plannedFor },
    { before, after: source.content, params: source.params },
  );
  return { variant, versionUuid };
}

/** A variant has one draft for each day. */
export function refuseTakenDay(
  versions: readonly VersionRow[],
  plannedFor: string | null,
  except?: string,
  path = "plannedFor",
): void {
  const taken = versions.find(
    (one) => one.standing === "draft" && one.plannedFor === plannedFor && one.versionUuid !== except,
  );
  if (!taken) return;
  const draft = `${plannedFor ? `计划 ${plannedFor} 生效` : "未定日期"}的草稿已有一份（${taken.updatedByName ?? "系统"}修改）`;
  throw problem.field(path, `${draft}，请编辑那份草稿、改它的日期，或选择另一天`);
}

async function storedVersion(
  trx: Transaction<DB>,
  versions: readonly VersionRow[],
  from: string | undefined,
  ground: VersionRow | undefined,
): Promise<{ content: DirectionContent[]; params: RunningParams | null }> {
  const source = from ? versions.find(({ versionUuid }) => versionUuid === from) : ground;
  if (from && !source) throw problem.field("from", "所选的版本已不存在，请重新选择");
  return { content: await readContent(trx, source?.versionUuid ?? null), params: source?.params ?? null };
}
