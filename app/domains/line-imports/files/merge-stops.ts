import type { FileStop } from "~/transit/line-files/shape";
import { type FileCrs, fromFile } from "~/transit/geo/file-crs";
import { distanceBetween } from "~/transit/geo/lng-lat";
import { METRES_PER_DEGREE } from "~/transit/geo/metres";
import { createYielder } from "~/kit/ground/yield-regularly";

/** A station that one or several stops of a file are; WGS84. */
export interface Merged {
  key: string;
  code?: string;
  staName: string;
  nameEn: string;
  lng: number;
  lat: number;
}

/** Stops of one name this near are one platform, which each line's record gives some metres elsewhere. */
const onePlatform = 30;

/** The station of each stop; `byPlace`: the file has no id of it, so stops of one name near one another are one. */
export async function mergeStops(
  stops: readonly FileStop[],
  crs: FileCrs,
  byPlace: (stop: FileStop) => boolean,
): Promise<Map<FileStop, Merged>> {
  const turn = createYielder();
  const byKey = new Map<string, Merged>();
  const byCell = new Map<string, Merged[]>();
  const merged = new Map<FileStop, Merged>();
  for (const stop of stops) {
    await turn();
    const [lng, lat] = fromFile([[stop.lng, stop.lat]], crs)[0]!;
    const near = byPlace(stop)
      ? nearestOf(
          cellsAround(stop.name, lng, lat).flatMap((cell) => byCell.get(cell) ?? []),
          [lng, lat],
        )
      : undefined;
    const found = byKey.get(stop.key) ??
      near ?? { key: stop.key, code: stop.code, staName: stop.name, nameEn: stop.nameEn ?? "", lng, lat };
    if (!byKey.has(found.key)) {
      const [own] = cellsAround(stop.name, lng, lat);
      byCell.set(own!, [...(byCell.get(own!) ?? []), found]);
    }
    byKey.set(stop.key, found).set(found.key, found);
    merged.set(stop, found);
  }
  return merged;
}

/** Degrees that span a platform; wide enough to the east as far north as buses drive. */
const north = onePlatform / METRES_PER_DEGREE;
const east = 4 * north;

/** The cell of a name and place, and the eight around it. */
function cellsAround(name: string, lng: number, lat: number): string[] {
  const [x, y] = [Math.floor(lng / east), Math.floor(lat / north)];
  return [0, -1, 1].flatMap((dx) => [0, -1, 1].map((dy) => `${x + dx} ${y + dy} ${plain(name)}`));
}

function plain(name: string): string {
  return name.normalize("NFKC").replace(/\s/g, "").toLowerCase();
}

function nearestOf(stations: readonly Merged[], place: readonly [number, number]): Merged | undefined {
  const within = stations
    .map((station) => ({ station, metres: distanceBetween([station.lng, station.lat], place) }))
    .filter(({ metres }) => metres <= onePlatform);
  return within.sort((a, b) => a.metres - b.metres)[0]?.station;
}
