import { sql } from "kysely";
import { db } from "~/kit/data/db/pool.server";
import { settings } from "~/kit/ground/settings.server";
import { distanceBetween, type LngLat } from "~/transit/geo/lng-lat";

type Bounds = [minLng: number, minLat: number, maxLng: number, maxLat: number];

/** Kilometres beyond the service area where no bus of it can be. */
export const widestMargin = 200;
const fewestStations = 10;
const keptForMs = 600_000;

let known: { bounds: Bounds | undefined; at: number } | undefined;

/** Where the operator drives: as it is set, else around its stations; none while there are too few to tell. Asked of the database once in ten minutes. */
export async function serviceBounds(now = Date.now()): Promise<Bounds | undefined> {
  if (known && now - known.at < keptForMs) return known.bounds;
  const { SERVICE_AREA: set } = settings();
  const bounds = set ? ([...set] as Bounds) : await stationBounds();
  known = { bounds, at: now };
  return bounds;
}

async function stationBounds(): Promise<Bounds | undefined> {
  const { rows } = await sql<{ bounds: Bounds; stations: number }>`
    select array[min(lng), min(lat), max(lng), max(lat)] as bounds, count(*)::int as stations from station where deleted_at is null`.execute(
    db(),
  );
  const [found] = rows;
  return found && found.stations >= fewestStations ? found.bounds : undefined;
}

/** Kilometres from a place to the nearest of an area; 0 inside it. */
export function kilometresOutside([lng, lat]: LngLat, [minLng, minLat, maxLng, maxLat]: Bounds): number {
  const nearest: LngLat = [Math.min(Math.max(lng, minLng), maxLng), Math.min(Math.max(lat, minLat), maxLat)];
  return distanceBetween([lng, lat], nearest) / 1000;
}
