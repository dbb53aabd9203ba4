import type { FileStop } from "~/kernel/line-files/shape";
import { type FileCrs, fromFile } from "~/kernel/map/file-crs";
import { distanceBetween } from "~/kernel/map/lng-lat";

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

/** The station of each stop; `byPlace`: the file has no ids, so stops of one name near one another are one. */
export function mergeStops(stops: readonly FileStop[], crs: FileCrs, byPlace: boolean): Map<FileStop, Merged> {
  const places = fromFile(stops.map(({ lng, lat }) => [lng, lat] as const), crs);
  const byKey = new Map<string, Merged>();
  const byName = new Map<string, Merged[]>();
  const merged = new Map<FileStop, Merged>();
  stops.forEach((stop, index) => {
    const [lng, lat] = places[index]!;
    const name = plain(stop.name);
    const near = byPlace ? nearestOf(byName.get(name) ?? [], [lng, lat]) : undefined;
    const found = byKey.get(stop.key) ?? near ?? { key: stop.key, code: stop.code, staName: stop.name, nameEn: stop.nameEn ?? "", lng, lat };
    if (!byKey.has(found.key)) byName.set(name, [...(byName.get(name) ?? []), found]);
    byKey.set(stop.key, found).set(found.key, found);
    merged.set(stop, found);
  });
  return merged;
}

/** A name without what is written now so, now so. */
export function plain(name: string): string {
  return name.normalize("NFKC").replace(/\s/g, "").toLowerCase();
}

function nearestOf(stations: readonly Merged[], place: readonly [number, number]): Merged | undefined {
  const within = stations.map((station) => ({ station, metres: distanceBetween([station.lng, station.lat], place) })).filter(({ metres }) => metres <= onePlatform);
  return within.sort((a, b) => a.metres - b.metres)[0]?.station;
}
