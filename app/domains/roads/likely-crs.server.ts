import { sql } from "kysely";
import type { Viewer } from "~/kit/data/access/viewer";
import { db } from "~/kit/data/db/pool.server";
import { problem } from "~/kit/ground/problem";
import type { LngLat } from "~/transit/geo/coordinates";
import { likelyCrs, type LikelyCrs } from "~/transit/geo/likely-crs";
import { RoadEngineError } from "~/transit/roads/engine-error";
import { roadDistances } from "./engine.server";

/** How far a file's points lie from the roads under each coordinate system; no offsets where no roads lie near. */
export async function offsetsToRoads(_viewer: Viewer, points: readonly LngLat[]): Promise<LikelyCrs> {
  const found = await sql<{ minLng: number | null; minLat: number; maxLng: number; maxLat: number }>`
    select (bounds[1])[0] as min_lng, (bounds[1])[1] as min_lat, (bounds[0])[0] as max_lng, (bounds[0])[1] as max_lat from road_network_state where edges > 0`.execute(
    db(),
  );
  const [bounds] = found.rows;
  if (!bounds || bounds.minLng === null) return nothing;
  try {
    return await likelyCrs(points, roadDistances, { ...bounds, minLng: bounds.minLng });
  } catch (error) {
    if (!(error instanceof RoadEngineError)) throw error;
    if (error.fault === "no-network") return nothing;
    throw problem.field("", "与路网比较没有完成，请稍后重试");
  }
}

const nothing: LikelyCrs = { offsets: [], points: 0, likely: null, clearness: null };
