import type { Transaction } from "kysely";
import type { Viewer } from "~/kit/data/access/viewer";
import { inTransaction } from "~/kit/data/db/pool.server";
import type { DB } from "~/kit/data/db/tables";
import { problem } from "~/kit/ground/problem";
import { today } from "~/kit/ground/time/today.server";
import { type DirectionContent, readContent } from "./content.server";
import { storeDraft } from "./store-draft.server";
import type { RunningParams } from "./params/running-params";
import { authorOf, heldOn, type Variant, type VersionKey, type VersionRow } from "./version-rows";
import { keptVersion } from "./kept-version.server";
import type { PlanForm } from "./schema";
import { lockVariant } from "./versions.server";
import { refuseTakenDay } from "./check.server";

/** A new draft meant for a day: a copy of what will be in force then, or of the version or the entry of history named. */
export function planVersion(
  viewer: Viewer,
  name: Omit<VersionKey, "versionUuid">,
  form: PlanForm,
): Promise<{ variant: Variant; versionUuid: string }> {
  return inTransaction((trx) => planInto(trx, viewer, name, form));
}

export async function planInto(
  trx: Transaction<DB>,
  viewer: Viewer,
  name: Omit<VersionKey, "versionUuid">,
  { plannedFor, from, history, reason }: PlanForm,
): Promise<{ variant: Variant; versionUuid: string }> {
  if (plannedFor < today()) throw problem.field("plannedFor", "计划生效日期不能早于今天");
  const { variant, versions } = await lockVariant(trx, viewer, name);
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
