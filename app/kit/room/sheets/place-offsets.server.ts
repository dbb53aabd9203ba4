import { sql } from "kysely";
import type { Viewer } from "~/kit/data/access/viewer";
import { db } from "~/kit/data/db/pool.server";
import type { LngLat } from "~/transit/geo/lng-lat";
import type { LikelyCrs } from "~/transit/geo/likely-crs";

type Offsets = (viewer: Viewer, points: readonly LngLat[]) => Promise<LikelyCrs>;

let offsetsToRoads: Offsets | undefined;

/** Has sheets' places compared with what is known of a town; the front door hands it in, because the roads stand on this floor. */
export function comparePlacesWith(offsets: Offsets): void {
  offsetsToRoads = offsets;
}

const mostCompared = 600;

/** How far the places of an import's rows, as the file has them, lie from the roads under each coordinate system; undefined where it has none. */
export async function placeOffsets(viewer: Viewer, importId: string): Promise<LikelyCrs | undefined> {
  const found = await sql<{ lng: number; lat: number }>`
    select lng, lat from (
      select (fields->>'lng')::float8 as lng, (fields->>'lat')::float8 as lat, row_number() over (order by row_number) as nth, count(*) over () as total
      from sheet_row where import_id = ${importId} and kind in ('new', 'changed') and jsonb_typeof(fields->'lng') = 'number' and jsonb_typeof(fields->'lat') = 'number'
    ) places where nth % greatest(1, total / ${mostCompared}) = 0 limit ${mostCompared}`.execute(db());
  if (found.rows.length === 0 || !offsetsToRoads) return undefined;
  return offsetsToRoads(
    viewer,
    found.rows.map(({ lng, lat }) => [lng, lat] as const),
  );
}
