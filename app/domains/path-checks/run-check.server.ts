import { sql, type Transaction } from "kysely";
import { checkPath } from "~/domains/roads/queries.server";
import type { Viewer } from "~/kit/data/access/viewer";
import { type Database, db, inTransaction } from "~/kit/data/db/pool.server";
import type { DB } from "~/kit/data/db/tables";
import type { LngLat } from "~/transit/geo/lng-lat";
import { pointsOf } from "~/transit/geo/shape";
import { checksOf, pathOf } from "./checks.server";
import type { CheckedKey, CheckRow } from "./schema";
import { isCovered, partOf, type StoredStretch } from "./stretches";

export async function checkLine(viewer: Viewer, asked: CheckedKey): Promise<CheckRow[]> {
  const rows = await checksOf(viewer, asked);
  for (const row of rows) await checkOne(viewer, row);
  return checksOf(viewer, asked);
}

/** Looks along one stored path and keeps the result; stretches that the white list covers are marked. */
export async function checkOne(
  viewer: Viewer,
  row: Pick<CheckRow, "versionUuid" | "direction" | "classifySid">,
): Promise<{ ratio: number }> {
  const { path } = await pathOf(row);
  if (path.length < 2) return { ratio: 0 };
  const { ratio, stretches } = await checkPath(viewer, path);
  await inTransaction(async (trx) => {
    const marked = await withWhiteList(trx, row, path, stretches);
    await sql`
      insert into line_match_result (version_uuid, direction, roads_revision, path_hash, ratio, mileage, breaks, confidence, stretches, checked_by)
      select p.version_uuid, p.direction, (select revision from road_network_state), v.version::text, ${ratio}, p.mileage,
        (select count(*) from jsonb_array_elements(p.gaps) g where (g ->> 'broken')::boolean), (select min((g ->> 'confidence')::float8) from jsonb_array_elements(p.gaps) g), ${JSON.stringify(marked)}::jsonb, ${viewer.userId}
      from line_path p join line_version v using (version_uuid) where p.version_uuid = ${row.versionUuid} and p.direction = ${row.direction}
      on conflict (version_uuid, direction) do update set roads_revision = excluded.roads_revision, path_hash = excluded.path_hash, ratio = excluded.ratio, mileage = excluded.mileage,
        breaks = excluded.breaks, confidence = excluded.confidence, stretches = excluded.stretches, checked_at = now(), checked_by = excluded.checked_by`.execute(
      trx,
    );
  });
  return { ratio };
}

/** Marks again which stretches of a direction's last check the white list covers, after that list has changed. */
export async function markCovered(trx: Transaction<DB>, classifySid: string, direction: number): Promise<void> {
  const rows = await sql<{ versionUuid: string; coords: number[]; stretches: StoredStretch[] }>`
    select r.version_uuid, p.coords, r.stretches from line_match_result r join line_path p using (version_uuid, direction) join line_version v using (version_uuid)
    where v.classify_sid = ${classifySid} and r.direction = ${direction}`.execute(trx);
  for (const { versionUuid, coords, stretches } of rows.rows) {
    const marked = await withWhiteList(trx, { classifySid, direction }, pointsOf(coords), stretches);
    await sql`update line_match_result set stretches = ${JSON.stringify(marked)}::jsonb where version_uuid = ${versionUuid} and direction = ${direction}`.execute(
      trx,
    );
  }
}

/** deleteMatchLine: forgets the checks of a line or variant; how many there were. */
export async function deleteChecks(viewer: Viewer, asked: CheckedKey): Promise<number> {
  const rows = await checksOf(viewer, asked);
  let gone = 0;
  for (const { versionUuid, direction } of rows) {
    const done = await db()
      .deleteFrom("lineMatchResult")
      .where("versionUuid", "=", versionUuid)
      .where("direction", "=", direction)
      .executeTakeFirst();
    gone += Number(done.numDeletedRows);
  }
  return gone;
}

async function withWhiteList(
  on: Database,
  { classifySid, direction }: { classifySid: string; direction: number },
  path: readonly LngLat[],
  stretches: readonly StoredStretch[],
): Promise<StoredStretch[]> {
  const accepted = await on
    .selectFrom("pathWhiteList")
    .select(["whiteUuid", "coords"])
    .where("classifySid", "=", classifySid)
    .where("direction", "=", direction)
    .where("deletedAt", "is", null)
    .execute();
  return stretches.map(({ from, to, cause }) => {
    const part = partOf(path, from, to);
    const white = accepted.find(({ coords }) => isCovered(part, pointsOf(coords)));
    return { from, to, cause, ...(white && { whiteUuid: white.whiteUuid }) };
  });
}
