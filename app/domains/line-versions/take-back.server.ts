import { sql, type Transaction } from "kysely";
import type { Author } from "~/kit/data/db/history.server";
import type { DB } from "~/kit/data/db/tables";
import { problem } from "~/kit/ground/problem";
import { readContent } from "./content.server";
import type { VersionSnapshot } from "./snapshot.server";
import { versionsOf } from "./versions.server";
import { keptBeforeWriting, writeKept } from "./written-over.server";
import { changedBy, removeVersion, writeVersion } from "./write-version.server";

/** What a batch of changes has done to one version: as it was before the first of them, null where it was not there. */
interface ChangedVersion {
  versionUuid: string;
  classifySid: string;
  before: VersionSnapshot | null;
  after: VersionSnapshot | null;
  gone: boolean;
}

/**
 * Gives the versions of a line the times again that they had before a batch of changes, and deletes those that it has made.
 * Throws problem.field where an older batch wrote over a draft or a timetable and kept no copy.
 */
export async function takeBackVersions(
  trx: Transaction<DB>,
  author: Author,
  batchId: string,
  lineUuid: string,
): Promise<void> {
  const changed = await versionsChangedBy(trx, batchId, lineUuid);
  const kept = new Map<string, NonNullable<Awaited<ReturnType<typeof keptBeforeWriting>>>>();
  for (const { versionUuid, before, after } of changed) {
    if (!before) continue;
    const copy = await keptBeforeWriting(trx, batchId, versionUuid);
    if (copy) kept.set(versionUuid, copy);
    else refuseRewritten(before, after);
  }
  // First what the batch has made: its times lie where the others had theirs.
  for (const { versionUuid, classifySid, before, gone } of changed) {
    if (before || gone) continue;
    const row = (await versionsOf(classifySid, undefined, trx)).find((one) => one.versionUuid === versionUuid)!;
    await removeVersion(trx, author, row, await readContent(trx, versionUuid));
  }
  for (const { versionUuid, classifySid, before, after } of changed) {
    if (!before) continue;
    const { standing, validFrom, validTo, plannedFor } = before;
    const isDraft = standing === "draft";
    await writeVersion(
      trx,
      author,
      { versionUuid, classifySid },
      {
        state: isDraft ? "draft" : "effective",
        plannedFor: isDraft ? plannedFor : null,
        valid: isDraft ? null : sql<string>`daterange(${validFrom}::date, ${validTo}::date)`,
        deletedAt: null,
        deletedBy: null,
        ...changedBy(author),
      },
      { action: after ? "update" : "restore", before: after, after: before },
    );
    const copy = kept.get(versionUuid);
    if (copy) await writeKept(trx, versionUuid, copy);
  }
}

/** Each version that the batch has touched, with the last it left of it (null where it deleted it); a draft's first history holds what it was begun from. */
async function versionsChangedBy(trx: Transaction<DB>, batchId: string, lineUuid: string): Promise<ChangedVersion[]> {
  const { rows } = await sql<ChangedVersion>`
    select v.version_uuid, v.classify_sid, v.deleted_at is not null as gone,
      case when v.created_at < min(h.at) then (array_agg(h.before order by h.record_version))[1] end as before, (array_agg(h.after order by h.record_version desc))[1] as after
    from line_classify c join line_version v using (classify_sid) join history h on h.record_key = v.version_uuid and h.room = 'lines' and h.batch_id = ${batchId}
    where c.main_uuid = ${lineUuid} group by v.version_uuid order by v.version_uuid`.execute(trx);
  return rows;
}

function refuseRewritten(before: VersionSnapshot, after: VersionSnapshot | null): void {
  if (JSON.stringify(before.timetable) !== JSON.stringify(after?.timetable ?? before.timetable))
    throw problem.field("", "导入替换了它的时刻表，没有保留原来的，内容保持不变");
  if (after && callsOf(before) !== callsOf(after))
    throw problem.field("", "导入改写了它原有的草稿，没有保留原来的，内容保持不变");
}

const callsOf = ({ directions }: VersionSnapshot): string =>
  JSON.stringify(directions.map(({ direction, rows, path }) => [direction, rows, path?.mileage]));
