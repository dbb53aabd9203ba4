import { type RawBuilder, sql } from "kysely";
import { requireVariant } from "~/domains/line-versions/queries.server";
import { readLineView } from "~/domains/parameters/queries.server";
import { directionName } from "~/domains/parameters/schema";
import { inScope } from "~/kit/data/access/scope.server";
import type { Viewer } from "~/kit/data/access/viewer";
import { type Database, db, inTransaction } from "~/kit/data/db/pool.server";
import { createRecord, deleteRecords, type RecordTable, updateRecord } from "~/kit/data/db/records.server";
import { problem } from "~/kit/ground/problem";
import { isoTime } from "~/kit/room/source.server";
import { foundIn } from "~/kit/data/search/found.server";
import { type ListPage, type ListState, pageRows } from "~/kit/page/tables/select-page.server";
import type { LngLat } from "~/transit/geo/lng-lat";
import { pointsOf } from "~/transit/geo/shape";
import { checksOf, hashOf, markCovered, requireCheck } from "./checks.server";
import type { WhiteFilters, WhiteRow } from "./schema";
import { flatOf, partOf } from "./stretches";

const whiteRecord: RecordTable = {
  table: "pathWhiteList",
  key: "whiteUuid",
  room: "path-checks",
  noun: "白名单路段",
  derived: ["coords", "geometryHash", "roadsDigest"],
  unique: { path_white_list_living: { path: "from", message: "这段路径已在白名单中" } },
};

const from = sql`path_white_list w join line_classify c using (classify_sid) join line on line.line_uuid = w.line_uuid left join app_user u on u.user_id = w.created_by`;
const order: Record<string, RawBuilder<unknown>> = {
  lineName: sql`line.name_order`,
  metres: sql`w.metres`,
  createdAt: sql`w.created_at`,
  recheck: sql`w.recheck`,
};

function where(viewer: Viewer, { lineUuid, keyword, recheck }: WhiteFilters): RawBuilder<unknown> {
  return sql.join(
    [
      sql`w.deleted_at is null and line.deleted_at is null and ${inScope(viewer, sql`line.org_id`)}`,
      ...(lineUuid ? [sql`w.line_uuid = ${lineUuid}`] : []),
      ...(keyword ? [foundIn("line", keyword, ["line_name", "line_id", "line_device_no", "pinyin", "initials"])] : []),
      ...(recheck ? [sql`w.recheck = ${recheck === "1"}`] : []),
    ],
    sql` and `,
  );
}

export function listWhite(viewer: Viewer, state: ListState<WhiteFilters>): Promise<ListPage<WhiteRow>> {
  return pageRows<WhiteRow>(state, {
    key: sql`w.white_uuid`,
    keyName: "whiteUuid",
    from,
    where: where(viewer, state.filters),
    order,
    load: (keys) => load(sql`w.white_uuid = any(${keys})`),
  });
}

/** All of them, at most 5,000; an error in words beyond. */
export async function getPathWhiteList(viewer: Viewer, filters: WhiteFilters): Promise<WhiteRow[]> {
  const most = 5000;
  const { rows } = await listWhite(viewer, {
    page: 1,
    size: most + 1,
    sort: [{ id: "createdAt", desc: true }],
    filters,
  });
  if (rows.length > most) throw problem.field("", `结果超过 ${most} 条，请增加筛选条件`);
  return rows;
}

export async function requireWhite(viewer: Viewer, whiteUuid: string): Promise<WhiteRow> {
  const seen = await sql<{
    whiteUuid: string;
  }>`select w.white_uuid from ${from} where w.white_uuid = ${whiteUuid} and ${where(viewer, {})}`.execute(db());
  const [row] = seen.rows.length > 0 ? await load(sql`w.white_uuid = ${whiteUuid}`) : [];
  if (!row) throw problem.missing("白名单路段");
  return row;
}

/** Accepts a stretch (metres from the start) of what a variant's direction drives today, for a reason. */
export async function addPathToWhiteList(
  viewer: Viewer,
  {
    from: start,
    to,
    reason,
    ...key
  }: { classifySid?: string; lineUuid?: string; direction: 1 | 2; from: number; to: number; reason: string },
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
  const rows = await sql<{
    whiteUuid: string;
    coords: number[];
    roadsDigest: string;
  }>`select white_uuid, coords, roads_digest from path_white_list where deleted_at is null and not recheck`.execute(
    trx,
  );
  const changed: string[] = [];
  for (const { whiteUuid, coords, roadsDigest } of rows.rows)
    if ((await digestAround(trx, pointsOf(coords))) !== roadsDigest) changed.push(whiteUuid);
  if (changed.length > 0)
    await trx.updateTable("pathWhiteList").set({ recheck: true }).where("whiteUuid", "in", changed).execute();
  return changed.length;
}

/** What the roads within some fifty metres of a stretch look like, as one text. */
async function digestAround(on: Database, points: readonly LngLat[]): Promise<string> {
  const [lngs, lats] = [points.map(([lng]) => lng), points.map(([, lat]) => lat)];
  const around = 0.0005;
  const found = await sql<{ digest: string }>`
    select md5(coalesce(string_agg(edge_key || digest, ',' order by edge_key), '')) as digest from road_edge
    where bounds && box(point(${Math.min(...lngs) - around}, ${Math.min(...lats) - around}), point(${Math.max(...lngs) + around}, ${Math.max(...lats) + around}))`.execute(
    on,
  );
  return found.rows[0]!.digest;
}

type Loaded = Omit<WhiteRow, "directionName" | "path"> & { lineType: number; coords: number[] };

async function load(which: RawBuilder<unknown>): Promise<WhiteRow[]> {
  const [view, found] = await Promise.all([
    readLineView(),
    sql<Loaded>`
    select w.white_uuid, w.line_uuid, line.line_name, line.line_type, w.classify_sid, c.classify_name, w.direction, w.metres, w.reason, w.recheck, w.version, w.coords,
      coalesce(u.user_name, w.created_by, '系统') as created_by, ${isoTime(sql`w.created_at`)} as created_at
    from ${from} where ${which} order by w.created_at desc, w.white_uuid`.execute(db()),
  ]);
  return found.rows.map(({ coords, lineType, ...row }) => ({
    ...row,
    directionName: directionName(lineType, row.direction, view),
    path: pointsOf(coords).map(([lng, lat]) => [lng, lat]),
  }));
}
