import { sql } from "kysely";
import { inScope } from "~/kernel/access/scope.server";
import type { Viewer } from "~/kernel/access/viewer";
import { db } from "~/kernel/db/pool.server";
import type { Box } from "~/kernel/map/lng-lat";
import { shapeOf } from "~/kernel/map/shape";
import type { ShapeColumns } from "~/kernel/map/shape";
import { holds } from "~/kernel/map/shape-geometry";
import { rowsOf } from "~/kernel/rooms/source.server";
import { problem } from "~/kernel/http/problem";
import type { FenceForMap, FenceRow } from "./schema";
import { boxSql, fenceSource } from "./source.server";

const mostOnMap = 2000;

/** The keys of the living fences that hold a point: their boxes by the index, then each shape exactly. */
export async function fencesHolding(viewer: Viewer, { lng, lat }: { lng: number; lat: number }): Promise<string[]> {
  const near = await sql<ShapeColumns & { fenceUuid: string }>`
    select fence_uuid, shape, lng, lat, radius, coords, width from fence
    where deleted_at is null and ${inScope(viewer, sql`org_id`)} and bounds && ${boxSql({ minLng: lng, minLat: lat, maxLng: lng, maxLat: lat })} order by fence_num`.execute(db());
  return near.rows.filter((row) => inside(row, [lng, lat])).map((row) => row.fenceUuid);
}

/** What a map shows: the fences that hold a point, else those whose box touches the rectangle in sight. */
export async function selectFenceForMap(viewer: Viewer, asked: FenceForMap): Promise<FenceRow[]> {
  const { lng, lat, minLng, minLat, maxLng, maxLat } = asked;
  const keys = lng !== undefined && lat !== undefined ? await fencesHolding(viewer, { lng, lat }) : await fencesInSight(viewer, { minLng: minLng!, minLat: minLat!, maxLng: maxLng!, maxLat: maxLat! });
  const rows = await rowsOf(fenceSource, keys);
  return rows.filter(({ useType, enabled }) => (asked.useType === undefined || useType === asked.useType) && (asked.enabled === undefined || enabled === asked.enabled));
}

async function fencesInSight(viewer: Viewer, box: Box): Promise<string[]> {
  const found = await sql<{ fenceUuid: string }>`
    select fence_uuid from fence where deleted_at is null and ${inScope(viewer, sql`org_id`)} and bounds && ${boxSql(box)} order by fence_num limit ${mostOnMap + 1}`.execute(db());
  if (found.rows.length > mostOnMap) throw problem.field("", `此范围内的围栏超过 ${mostOnMap} 个，请缩小范围`);
  return found.rows.map((row) => row.fenceUuid);
}

function inside(columns: ShapeColumns, point: readonly [number, number]): boolean {
  const shape = shapeOf(columns);
  return shape !== null && holds(shape, point);
}
