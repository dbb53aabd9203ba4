import { sql } from "kysely";
import type { Viewer } from "~/kit/data/access/viewer";
import { db, plannedOnce } from "~/kit/data/db/pool.server";
import { growBox } from "~/transit/geo/coordinates";
import { METRES_PER_DEGREE, metresPerDegreeEast } from "~/transit/geo/metres";
import { nearestShare } from "~/transit/geo/segment";
import type { RoadEdge } from "~/transit/roads/edge";
import { type EdgeRow, forBuses, toEdge } from "./edge-row.server";
import { boxOf, edgeList } from "./rectangle.server";
import { roadClassName } from "./schema";

export interface NearRoad {
  edgeKey: string;
  /** "" where the road has no name. */
  roadName: string;
  roadClassName: string;
  /** Metres. */
  distance: number;
  /** Degrees clockwise from north in which buses pass on the point's side (traffic keeps to the right), 0 to 359. */
  azimuth: number;
  lng: number;
  lat: number;
}

/** The nearest road within `radius` metres (at most 2,000) of a point, or null. */
export async function nearestRoad(_viewer: Viewer, lng: number, lat: number, radius = 300): Promise<NearRoad | null> {
  const reach = growBox({ minLng: lng, minLat: lat, maxLng: lng, maxLat: lat }, Math.min(radius, 2000));
  const found =
    await sql<EdgeRow>`${plannedOnce}select ${edgeList} from road_edge where bounds && ${boxOf(reach)} and ${forBuses} limit 20000`.execute(
      db(),
    );
  let best: NearRoad | null = null;
  for (const row of found.rows) {
    const near = nearestOn(toEdge(row), lng, lat);
    if (near.distance <= radius && near.distance < (best?.distance ?? Infinity)) best = near;
  }
  return best;
}

function nearestOn(edge: RoadEdge, lng: number, lat: number): NearRoad {
  const { coords } = edge;
  const east = metresPerDegreeEast(lat);
  let best = { distance: Infinity, lng, lat, azimuth: 0 };
  for (let i = 0; i + 3 < coords.length; i += 2) {
    const [ax, ay] = [(coords[i]! - lng) * east, (coords[i + 1]! - lat) * METRES_PER_DEGREE];
    const [dx, dy] = [(coords[i + 2]! - coords[i]!) * east, (coords[i + 3]! - coords[i + 1]!) * METRES_PER_DEGREE];
    const part = nearestShare(ax, ay, dx, dy);
    const distance = Math.hypot(ax + part * dx, ay + part * dy);
    if (distance >= best.distance) continue;
    const onTheRight = dx * ay - dy * ax > 0;
    const along = edge.forward && (onTheRight || !edge.backward);
    const azimuth = Math.round((Math.atan2(along ? dx : -dx, along ? dy : -dy) * 180) / Math.PI + 360) % 360;
    best = { distance, azimuth, lng: lng + (ax + part * dx) / east, lat: lat + (ay + part * dy) / METRES_PER_DEGREE };
  }
  return { edgeKey: edge.edgeKey, roadName: edge.roadName, roadClassName: roadClassName(edge.roadClass), ...best };
}
