import { sql } from "kysely";
import type { Viewer } from "~/kernel/access/viewer";
import { db } from "~/kernel/db/pool.server";
import type { RoadEdge } from "~/kernel/roads/edge";
import { type EdgeRow, toEdge } from "./edge-row.server";
import { edgeList } from "./rectangle.server";

/** The stored stretches of these OSM ways, by way and place in it. */
export async function roadsOfWays(_viewer: Viewer, wayIds: readonly number[]): Promise<RoadEdge[]> {
  const found =
    await sql<EdgeRow>`select ${edgeList} from road_edge where way_id = any(${wayIds}::bigint[]) order by way_id, seq`.execute(
      db(),
    );
  return found.rows.map(toEdge);
}
