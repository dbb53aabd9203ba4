import { type Transaction, sql } from "kysely";
import { may } from "~/domains/lines/policy";
import { allows, type Viewer } from "~/kit/data/access/viewer";
import { inTransaction } from "~/kit/data/db/pool.server";
import type { DB } from "~/kit/data/db/tables";
import { Problem, problem } from "~/kit/ground/problem";
import { today } from "~/kit/ground/time/today.server";
import { type DirectionContent, readContent, type StoredPath } from "./content.server";
import { findVersionDetail } from "./detail.server";
import { saveInto } from "./drafts.server";
import type { RunningParams } from "./params/running-params";
import { publishInto } from "./publish.server";
import type { PlanForm, PreAdd, VersionDetail } from "./schema";
import { heldOn, refuseTakenDay } from "./times/periods";
import { authorOf, type Variant, type VersionKey, type VersionRow } from "./version-rows";
import { lockVariant } from "./versions.server";
import { storeDraft } from "./write-version.server";
import { unmatched } from "./match-state";
import type { VersionSnapshot } from "./snapshot.server";

/** A new draft meant for a day: a copy of what will be in force then, or of the version or the entry of history named. */
export function planVersion(
  viewer: Viewer,
  name: Omit<VersionKey, "versionUuid">,
  form: PlanForm,
): Promise<{ variant: Variant; versionUuid: string }> {
  return inTransaction((trx) => planInto(trx, viewer, name, form));
}

async function planInto(
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
    variant.classifySid,
    { current: ground, base: ground, plannedFor },
    { before, after: source.content, params: source.params },
  );
  return { variant, versionUuid };
}

/** Plans a variant's stations and paths for a day, and with `publish` puts them in force from that day. */
export async function planContent(
  viewer: Viewer,
  { effectiveTime, versionUuid: from, directions, publish, reason, ...name }: PreAdd,
): Promise<VersionDetail> {
  if (publish && !allows(viewer, may.publish))
    throw problem.forbidden("您没有使版本生效的权限：不带 publish 提交，会保存为这一天的草稿");
  const { variant, versionUuid } = await inTransaction(async (trx) => {
    const planned = await planInto(trx, viewer, name, { plannedFor: effectiveTime, from, reason }).catch(asSent);
    const key = { classifySid: planned.variant.classifySid, versionUuid: planned.versionUuid };
    if (directions) await saveInto(trx, viewer, { ...key, directions, reason });
    if (publish) await publishInto(trx, viewer, key, { validFrom: effectiveTime, reason });
    return planned;
  });
  return findVersionDetail(viewer, variant, versionUuid);
}

/** The plan's fields under the names of the call. */
function asSent(error: unknown): never {
  if (!(error instanceof Problem) || error.reason !== "field") throw error;
  const names: Record<string, string> = { plannedFor: "effectiveTime", from: "versionUuid" };
  throw problem.fields(error.errors.map((one) => ({ ...one, path: names[one.path] ?? one.path })));
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

export async function copyVersion(
  trx: Transaction<DB>,
  viewer: Viewer,
  from: Pick<VersionRow, "versionUuid" | "params">,
  classifySid: string,
  validFrom?: string | null,
): Promise<void> {
  const content = await readContent(trx, from.versionUuid);
  const directions = content.flatMap(({ direction, rows, path }) =>
    rows.length > 0 || path ? [{ direction, stationList: rows, path: path ?? undefined }] : [],
  );
  await saveInto(trx, viewer, { classifySid, directions, params: from.params ?? undefined });
  if (validFrom) await publishInto(trx, viewer, { classifySid }, { validFrom });
}

type SnapshotDirection = VersionSnapshot["directions"][number];

async function keptVersion(
  trx: Transaction<DB>,
  { classifySid }: Variant,
  historyId: string,
): Promise<{ content: DirectionContent[]; params: RunningParams | null }> {
  const found = await sql<{ historyId: string; versionUuid: string; kept: VersionSnapshot | null }>`
    select h.history_id, v.version_uuid, coalesce(h.after, h.before) as kept
    from history asked join line_version v on v.version_uuid = asked.record_key
    join history h on h.record_key = asked.record_key and h.history_id <= asked.history_id
    where asked.history_id = ${historyId} and v.classify_sid = ${classifySid} order by h.history_id desc limit 100`.execute(
    trx,
  );
  const [asked, ...earlier] = found.rows;
  if (!asked?.kept?.directions) throw problem.missing("这条修改记录");
  const stored = await readContent(trx, asked.versionUuid);
  const content = stored.map(({ direction, path }): DirectionContent => {
    const kept = asked.kept!.directions.find((one) => one.direction === direction);
    const drawn = [asked, ...earlier].flatMap(
      ({ kept: one }) => one?.directions?.filter((each) => each.direction === direction && each.path?.points) ?? [],
    );
    return {
      direction,
      rows: (kept?.rows ?? []).map(({ staName: _staName, ...row }) => row),
      path: kept?.path ? pathOf(kept.path, drawn, path) : null,
    };
  });
  return { content, params: asked.kept.params ?? null };
}

/** History leaves a path's points out of changes that did not touch them: they are those of the change before, or those stored. */
function pathOf(
  kept: NonNullable<SnapshotDirection["path"]>,
  drawn: readonly SnapshotDirection[],
  stored: StoredPath | null,
): StoredPath | null {
  const same = (path: { mileage: number; source: string } | null) =>
    path?.mileage === kept.mileage && path.source === kept.source;
  if (same(stored) && !kept.points) return stored;
  const path = drawn.map((one) => one.path!).find(same);
  if (!path?.points) return null;
  if (same(stored) && JSON.stringify(path.points) === JSON.stringify(stored!.points)) return stored;
  const { points, vias = [], freeHand = [] } = path;
  const { source, matchState, mileage } = kept as StoredPath;
  return { ...unmatched, points, source, matchState, mileage, vias, freeHand };
}
