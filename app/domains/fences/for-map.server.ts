import { type RawBuilder, sql } from "kysely";
import { inScope } from "~/kit/data/access/scope.server";
import type { Viewer } from "~/kit/data/access/viewer";
import { db } from "~/kit/data/db/pool.server";
import { problem } from "~/kit/ground/problem";
import { loadRows } from "~/kit/room/source.server";
import { boxSql, holdsPoint } from "./holds-point.server";
import type { FenceRow } from "./room";
import type { FenceForMap } from "./schema";
import { fenceSource } from "./source.server";

const mostOnMap = 2000;

/** What a map shows: the fences that hold a point, else those whose box touches the rectangle in sight. */
export async function selectFenceForMap(
  viewer: Viewer,
  { lng, lat, minLng, minLat, maxLng, maxLat, useType, enabled }: FenceForMap,
): Promise<FenceRow[]> {
  const where: RawBuilder<unknown>[] = [
    sql`deleted_at is null`,
    inScope(viewer, sql`org_id`),
    lng !== undefined && lat !== undefined
      ? holdsPoint(lng, lat)
      : sql`bounds && ${boxSql({ minLng: minLng!, minLat: minLat!, maxLng: maxLng!, maxLat: maxLat! })}`,
    ...(useType !== undefined ? [sql`use_type = ${useType}`] : []),
    ...(enabled !== undefined ? [sql`enabled = ${enabled}`] : []),
  ];
  const found = await sql<{
    fenceUuid: string;
  }>`select fence_uuid from fence where ${sql.join(where, sql` and `)} order by fence_num limit ${mostOnMap + 1}`.execute(
    db(),
  );
  if (found.rows.length > mostOnMap) throw problem.field("", `此范围内的围栏超过 ${mostOnMap} 个，请缩小范围`);
  return loadRows(
    fenceSource,
    viewer,
    found.rows.map((row) => row.fenceUuid),
  );
}
