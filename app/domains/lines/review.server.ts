import { type RawBuilder, sql } from "kysely";
import { liesElsewhere } from "~/domains/stations/queries.server";
import type { Viewer } from "~/kit/data/access/viewer";
import { db, inTransaction } from "~/kit/data/db/pool.server";
import { problem } from "~/kit/ground/problem";
import { today } from "~/kit/ground/time/today.server";
import { readContent, writeContent } from "./content.server";
import { stationsOf } from "./detail.server";
import { withDistances } from "./with-distances";
import { seenLines } from "./records.server";
import { authorOf, nextNumber, recordVersion, refuseStale, snapshotOf } from "./snapshot.server";
import { inForce, requireVariant, type Variant } from "./versions.server";
import { livingVersions } from "./versions/gone.server";

/** Whether a station of a line in force, or planned, has moved since its path was laid or said to be right. */
export const isToReview = (lineUuid: RawBuilder<unknown>) => sql<boolean>`exists (
  select from line_classify lc join line_version lv using (classify_sid) join line_path lp using (version_uuid)
    cross join lateral jsonb_each(lp.places) laid join station moved on moved.sta_uuid = laid.key and moved.deleted_at is null
  where lc.main_uuid = ${lineUuid} and lc.deleted_at is null and lv.deleted_at is null and lv.state = 'effective'
    and coalesce(upper(lv.valid) > ${today()}::date, true) and ${liesElsewhere(sql`laid.value`, "moved")})`;

export async function linesToReview(viewer: Viewer): Promise<number> {
  const found = await sql<{ lines: number }>`
    select count(*) as lines from line where line.deleted_at is null and ${seenLines(viewer)} and ${isToReview(sql`line.line_uuid`)}`.execute(
    db(),
  );
  return Number(found.rows[0]!.lines);
}

interface Reviewed {
  direction?: number;
  version?: number;
  reason?: string | null;
}

/** Says that a version's paths are right for where its stations lie now, and measures its distances anew. */
export async function confirmPaths(
  viewer: Viewer,
  key: { classifySid?: string; lineUuid?: string; versionUuid?: string },
  { direction, version, reason }: Reviewed,
): Promise<Variant> {
  return inTransaction(async (trx) => {
    const variant = await requireVariant(viewer, key, trx, true);
    const versions = await livingVersions(variant, key.versionUuid, trx);
    const row = key.versionUuid ? versions.find((one) => one.versionUuid === key.versionUuid) : inForce(versions);
    if (!row) throw problem.missing("线路版本");
    const before = await readContent(trx, row.versionUuid);
    await refuseStale(trx, variant, row, version, before, before);
    const stations = await stationsOf(trx, before);
    const after = before.map((one) =>
      one.path && (direction ?? one.direction) === one.direction
        ? withDistances({ ...one, path: { ...one.path, places: undefined } }, stations)
        : one,
    );
    const number = await nextNumber(trx, variant.classifySid);
    await trx.updateTable("lineVersion").set({ version: number }).where("versionUuid", "=", row.versionUuid).execute();
    await writeContent(trx, [{ versionUuid: row.versionUuid, content: after }]);
    await recordVersion(trx, authorOf(viewer, reason), {
      key: row.versionUuid,
      action: "update",
      version: number,
      before: { ...snapshotOf(row, before, stations, false), review: "站点移动后待复核" },
      after: { ...snapshotOf(row, after, stations, false), review: "确认路径无误" },
    });
    return variant;
  });
}
