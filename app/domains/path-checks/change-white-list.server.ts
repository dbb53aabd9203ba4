import { createHash } from "node:crypto";
import { sql } from "kysely";
import type { z } from "zod";
import { requireVariant } from "~/domains/line-versions/queries.server";
import type { Viewer } from "~/kit/data/access/viewer";
import { type Database, inTransaction } from "~/kit/data/db/pool.server";
import { createRecord, deleteRecords, type RecordTable, updateRecord } from "~/kit/data/db/records.server";
import { problem } from "~/kit/ground/problem";
import { boxOf, type LngLat } from "~/transit/geo/lng-lat";
import { pointsOf } from "~/transit/geo/shape";
import { checksOf, requireCheck } from "./checks.server";
import { markCovered } from "./run-check.server";
import type { WhiteAdd, WhiteRow } from "./schema";
import { flatOf, partOf } from "./stretches";
import { requireWhite } from "./white-list.server";

const whiteRecord: RecordTable = {
  table: "pathWhiteList",
  key: "whiteUuid",
  room: "path-checks",
  noun: "白名单路段",
  derived: ["coords", "geometryHash", "roadsDigest"],
  unique: { path_white_list_living: { path: "from", message: "这段路径已在白名单中" } },
};

/** Accepts a stretch (metres from the start) of what a variant's direction drives today, for a reason. */
export async function addPathToWhiteList(
  viewer: Viewer,
  { from: start, to, reason, ...key }: z.output<typeof WhiteAdd>,
): Promise<WhiteRow> {
  const variant = await requireVariant(viewer, key);
  const [check] = await checksOf(viewer, { classifySid: variant.classifySid, direction: key.direction });
  if (!check) throw problem.field("direction", "这个方向今天没有生效的路径");
  const { path } = await requireCheck(viewer, check.checkKey);
  const metres = check.mileage * 1000;
  if (start >= metres) throw problem.field("from", `起点应在路径全长 ${Math.round(metres)} 米以内`);
  if (start >= to) throw problem.field("to", "终点应在起点之后");
  const points = partOf(path, start, Math.min(to, metres));
  const whiteUuid = await inTransaction(async (trx) => {
    const values = {
      lineUuid: variant.lineUuid,
      classifySid: variant.classifySid,
      direction: key.direction,
      coords: flatOf(points),
      geometryHash: hashOf(points),
      metres: Math.round(Math.min(to, metres) - start),
      reason,
      roadsDigest: await digestAround(trx, points),
    };
    const row = await createRecord<{ whiteUuid: string }>(trx, { ...viewer, reason }, whiteRecord, values);
    await markCovered(trx, variant.classifySid, key.direction);
    return row.whiteUuid;
  });
  return requireWhite(viewer, whiteUuid);
}

export async function confirmWhite(viewer: Viewer, whiteUuid: string): Promise<void> {
  const { path } = await requireWhite(viewer, whiteUuid);
  await inTransaction(async (trx) =>
    updateRecord(trx, viewer, whiteRecord, whiteUuid, { recheck: false, roadsDigest: await digestAround(trx, path) }),
  );
}

export async function removePathFromWhiteList(viewer: Viewer, keys: readonly string[]): Promise<void> {
  const rows = await Promise.all(keys.map((key) => requireWhite(viewer, key)));
  await inTransaction(async (trx) => {
    await deleteRecords(trx, viewer, whiteRecord, keys);
    for (const { classifySid, direction } of rows) await markCovered(trx, classifySid, direction);
  });
}

/** After the roads have changed: marks the accepted stretches around which they look different than when they were accepted; how many. */
export async function askAgain(trx: Database): Promise<number> {
  const rows = await sql<{ whiteUuid: string; coords: number[]; roadsDigest: string }>`
    select white_uuid, coords, roads_digest from path_white_list where deleted_at is null and not recheck`.execute(trx);
  const changed: string[] = [];
  for (const { whiteUuid, coords, roadsDigest } of rows.rows)
    if ((await digestAround(trx, pointsOf(coords))) !== roadsDigest) changed.push(whiteUuid);
  if (changed.length > 0)
    await trx.updateTable("pathWhiteList").set({ recheck: true }).where("whiteUuid", "in", changed).execute();
  return changed.length;
}

/** What the roads within some fifty metres of a stretch look like, as one text. */
async function digestAround(on: Database, points: readonly LngLat[]): Promise<string> {
  const { minLng, minLat, maxLng, maxLat } = boxOf(points)!;
  const around = 0.0005;
  const found = await sql<{ digest: string }>`
    select md5(coalesce(string_agg(edge_key || digest, ',' order by edge_key), '')) as digest from road_edge
    where bounds && box(point(${minLng - around}, ${minLat - around}), point(${maxLng + around}, ${maxLat + around}))`.execute(
    on,
  );
  return found.rows[0]!.digest;
}

/** Names a stretch by where it lies, to about a metre. */
function hashOf(points: readonly LngLat[]): string {
  return createHash("sha256")
    .update(points.map(([lng, lat]) => `${lng.toFixed(5)},${lat.toFixed(5)}`).join(" "))
    .digest("hex")
    .slice(0, 32);
}
