import { sql } from "kysely";
import type { Viewer } from "~/kit/data/access/viewer";
import { db } from "~/kit/data/db/pool.server";
import type { RoadEdge } from "~/transit/roads/edge";
import { type EdgeRow, forBuses, toEdge } from "./edge-row.server";
import { edgeList } from "./rectangle.server";

export async function roadsOfWays(_viewer: Viewer, wayIds: readonly number[]): Promise<RoadEdge[]> {
  const found =
    await sql<EdgeRow>`select ${edgeList} from road_edge where way_id = any(${wayIds}::bigint[]) and ${forBuses} order by way_id, seq`.execute(
      db(),
    );
  return found.rows.map(toEdge);
}
