import type { FileDirection, FileStop, LineFile } from "~/transit/line-files/shape";
import { type FileVariant, variantsOf } from "~/transit/line-files/pair";
import { distanceBetween, type LngLat } from "~/transit/geo/lng-lat";
import { stopKey } from "~/transit/line-files/stop-key";
import { type FileCrs, fromFile } from "~/transit/geo/file-crs";
import type {
  BusNetwork,
  ImportedDirection,
  ImportedLine,
  ImportedStation,
  ImportedVariant,
  ImportProblem,
} from "~/transit/osm/bus-routes";
import { createYielder } from "~/kit/ground/yield-regularly";
import { metresText } from "../stations/match";
import type { TwoPlaces } from "./two-places";
import { METRES_PER_DEGREE } from "~/transit/geo/metres";

/** Files without ids: stops of one name near one another are one. */
const byPlace: readonly LineFile["kind"][] = ["records", "geojson", "table"];

interface Choice {
  crs: FileCrs;
  /** Also what may be no bus line. */
  doubtful: boolean;
  twoPlaces?: TwoPlaces;
}

/** The lines of a file as the import of bus lines takes them, in WGS84, and how many of its numbers stand at two places; lines without stations cannot become lines and are left to reference polylines. */
export async function toBusNetwork(
  file: LineFile,
  { crs, doubtful, twoPlaces: how = "first" }: Choice,
): Promise<BusNetwork & { contradictions: number }> {
  const chosen = file.lines.filter(
    ({ doubt, directions }) => (doubtful || !doubt) && directions.some(({ stops }) => stops.length > 1),
  );
  const { merged: stops, contradictions } = await mergeStops(
    chosen.flatMap(({ directions }) => directions.flatMap((one) => one.stops)),
    crs,
    { how, byPlace: ({ code }) => byPlace.includes(file.kind) && !(file.kind === "table" && code !== undefined) },
  );
  const byKey = new Map([...stops.values()].map((stop) => [stop.key, stop]));
  const called = new Map<string, Set<string>>();
  const turn = createYielder();
  const lines: ImportedLine[] = [];
  for (const line of chosen) {
    await turn();
    const { lineType, variants } = variantsOf({
      ...line,
      directions: line.directions.filter((one) => one.stops.length > 1),
    });
    const made = variants.map((variant, index): ImportedVariant => ({
      key: `${line.key}#${index + 1}`,
      name: variant.name,
      sortType: index === 0 ? 1 : 2,
      directions: directionsOf(variant, lineType, crs, { stops, byKey }),
    }));
    for (const { directions } of made)
      for (const { stations } of directions)
        for (const { key } of stations) called.set(key, (called.get(key) ?? new Set()).add(line.key));
    lines.push({
      key: line.key,
      relationIds: [],
      ref: line.ref ?? "",
      lineName: line.name,
      lineType,
      mode: "bus",
      network: "",
      operator: line.company ?? "",
      interval: line.interval,
      price: line.price,
      sign: line.sign,
      variants: made,
      draft: false,
      origin: file.kind === "gtfs" || file.kind === "table" ? file.kind : "file",
    });
  }
  const stations = [...byKey.values()].map((stop): ImportedStation => ({
    ...stop,
    named: true,
    road: "",
    lines: [...(called.get(stop.key) ?? [])],
  }));
  return {
    relations: [],
    lines,
    stations,
    problems: contradictions.map((one) => contradictionWords(one, how)),
    skipped: {},
    contradictions: contradictions.length,
  };
}

interface Stops {
  stops: ReadonlyMap<FileStop, MergedStation>;
  byKey: ReadonlyMap<string, MergedStation>;
}

function directionsOf(
  { up, down }: FileVariant,
  lineType: 1 | 2,
  crs: FileCrs,
  { stops, byKey }: Stops,
): ImportedDirection[] {
  const made = [up && directionOf(up, 1, crs, stops), down && directionOf(down, 2, crs, stops)].filter(
    (one) => one !== null,
  );
  if (lineType === 2) for (const { stations } of made) closeRing(stations, byKey);
  return made;
}

function directionOf(
  one: FileDirection,
  direction: 1 | 2,
  crs: FileCrs,
  stops: ReadonlyMap<FileStop, MergedStation>,
): ImportedDirection {
  const stations = one.stops.map((stop) => ({
    key: stops.get(stop)!.key,
    inFile: true,
    onRequest: stop.onRequest ?? false,
    boarding: "both" as const,
    duration: stop.duration,
    dwell: stop.dwell,
    call: stop.call,
  }));
  return {
    direction,
    relationId: 0,
    from: one.from ?? "",
    to: one.to ?? "",
    stations,
    path: fromFile(one.path, crs),
    breaks: [],
    hours: one.hours ?? null,
    services: one.services,
    draft: false,
    completeness: {
      stationsInFile: stations.length,
      stationsTotal: stations.length,
      waysInFile: 0,
      waysTotal: 0,
      text: "",
    },
  };
}

/** A round trip ends at the platform where it began, though the file gives the place twice, some metres apart. */
function closeRing(stations: ImportedDirection["stations"], byKey: ReadonlyMap<string, MergedStation>): void {
  const [first, last] = [stations[0], stations.at(-1)];
  if (!first || !last || stations.length < 3) return;
  const [a, b] = [byKey.get(first.key)!, byKey.get(last.key)!];
  if (a.staName === b.staName && distanceBetween([a.lng, a.lat], [b.lng, b.lat]) <= 300)
    stations[stations.length - 1] = { ...last, key: first.key };
}

/** A station that one or several stops of a file are; WGS84. */
interface MergedStation {
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
async function mergeStops(
  stops: readonly FileStop[],
  crs: FileCrs,
  { how, byPlace }: { how: TwoPlaces; byPlace: (stop: FileStop) => boolean },
): Promise<{ merged: Map<FileStop, MergedStation>; contradictions: Contradiction[] }> {
  const contradicting = new Map<string, Contradiction>();
  const turn = createYielder();
  const byKey = new Map<string, MergedStation>();
  const byCell = new Map<string, MergedStation[]>();
  const merged = new Map<FileStop, MergedStation>();
  const placesOf = new Map<MergedStation, LngLat[]>();
  for (const listed of stops) {
    await turn();
    const [lng, lat] = fromFile([[listed.lng, listed.lat]], crs)[0]!;
    const numbered = byKey.get(listed.key);
    const isAnother = numbered?.code !== undefined && contradicts(numbered, listed.name, [lng, lat]);
    const stop = how === "split" && isAnother ? withoutNumber(listed) : listed;
    const near =
      byPlace(stop) || stop !== listed
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
    merged.set(listed, found);
    if (found.code !== undefined) placesOf.set(found, [...(placesOf.get(found) ?? []), [lng, lat]]);
    if (!isAnother) continue;
    const metres = distanceBetween([lng, lat], [numbered.lng, numbered.lat]);
    if (metres >= (contradicting.get(numbered.key)?.metres ?? 0))
      contradicting.set(numbered.key, { station: numbered, name: otherName(numbered, listed.name), metres });
  }
  if (how === "average")
    for (const [station, places] of placesOf)
      if (contradicting.has(station.key)) Object.assign(station, middleOf(places));
  return { merged, contradictions: [...contradicting.values()] };
}

/** One number of a file that stands at two places, or has two names: the first is taken. */
interface Contradiction {
  station: MergedStation;
  /** The other name, where it has two. */
  name?: string;
  metres: number;
}

const contradicts = (station: MergedStation, name: string, place: LngLat): boolean =>
  otherName(station, name) !== undefined || distanceBetween(place, [station.lng, station.lat]) > onePlatform;

const otherName = ({ staName }: MergedStation, name: string) => (plain(name) === plain(staName) ? undefined : name);

/** A stop as a file has it that gives no number: told by its name and place. */
const withoutNumber = (stop: FileStop): FileStop => ({
  ...stop,
  code: undefined,
  key: stopKey("TB", stop.name, [stop.lng, stop.lat]),
});

function middleOf(places: readonly LngLat[]) {
  const mean = (axis: 0 | 1) =>
    Number((places.reduce((sum, place) => sum + place[axis], 0) / places.length).toFixed(7));
  return { lng: mean(0), lat: mean(1) };
}

const whatIsDone: Record<TwoPlaces, string> = {
  first: "按最先出现的一处导入；如是两个站，请选择“分成两个站”",
  average: "取平均位置",
  split: "分成两个站",
};

function contradictionWords(
  { station: { code, staName }, name, metres }: Contradiction,
  how: TwoPlaces,
): ImportProblem {
  const places = metres > onePlatform ? `在文件中有两个位置，相距 ${metresText(metres)}` : "在文件中有两个名称";
  return {
    ref: "",
    text: `矛盾：站点编号 ${code} ${places}（“${staName}”${name === undefined ? "" : `与“${name}”`}），${whatIsDone[how]}`,
  };
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

function nearestOf(stations: readonly MergedStation[], place: readonly [number, number]): MergedStation | undefined {
  const within = stations
    .map((station) => ({ station, metres: distanceBetween([station.lng, station.lat], place) }))
    .filter(({ metres }) => metres <= onePlatform);
  return within.sort((a, b) => a.metres - b.metres)[0]?.station;
}
