import type { ImportedStation, ImportProblem } from "./bus-network";
import type { StopPlace } from "./route-relation";
import { truncate } from "./text";

/** What the lines say of one station. */
export interface CalledPlace {
  place: StopPlace | null;
  lines: Set<string>;
}

/** Stations with a name each, by key: called at by lines, or loose; those outside the file are left out. */
export function stationsOf(
  called: ReadonlyMap<string, CalledPlace>,
  loose: ReadonlyMap<string, StopPlace>,
): { stations: ImportedStation[]; problems: ImportProblem[] } {
  const problems: ImportProblem[] = [];
  const all = new Map<string, CalledPlace>([
    ...[...loose].map(([key, place]) => [key, { place, lines: new Set<string>() }] as const),
    ...called,
  ]);
  const stations = [...all]
    .sort(([a], [b]) => byKey(a, b))
    .flatMap(([key, { place, lines }]): ImportedStation[] => {
      if (!place) return [];
      const staName = truncate(place.name, 64) || madeUpName(key, place);
      if (!place.name) problems.push({ ref: osmRef(key), text: `站点没有名称，暂名“${staName}”，请改为实际站名` });
      const { nameEn, lng, lat, road } = place;
      return [
        {
          key,
          staName,
          nameEn: truncate(nameEn, 128),
          lng,
          lat,
          road: truncate(road, 64),
          named: place.name !== "",
          lines: [...lines].sort(),
        },
      ];
    });
  return { stations, problems };
}

function madeUpName(key: string, { road }: StopPlace): string {
  return `${truncate(road, 50) || "未命名"}站点${key.replace(/\D/g, "").slice(-4)}`;
}

/** `node/123` for `OSM123`, `way/123` for `OSMW123`. */
function osmRef(key: string): string {
  const type = key.startsWith("OSMW") ? "way" : key.startsWith("OSMR") ? "relation" : "node";
  return `${type}/${key.replace(/^OSM[WR]?/, "")}`;
}

function byKey(a: string, b: string): number {
  const [kindA, kindB] = [a, b].map((key) => key.replace(/[-\d]/g, ""));
  return kindA === kindB
    ? Number(a.replace(/^\D*/, "")) - Number(b.replace(/^\D*/, "")) || (a < b ? -1 : 1)
    : kindA! < kindB!
      ? -1
      : 1;
}
