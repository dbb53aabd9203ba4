import type { ImportedDirection, ImportedLine, ImportedStop, ImportedVariant } from "~/transit/osm/bus-routes";
import { createYielder } from "~/kit/ground/yield-regularly";
import type { DirectionContent, StoredPath } from "~/domains/line-versions/queries.server";
import { type DirectionService, servicesAlong } from "~/domains/line-versions/timetable/services-along";
import type { Direction } from "~/domains/lines/directions";
import { stateBetween, unmatched } from "~/domains/line-versions/match-state";
import { lengthOf, measureStops, offPath } from "~/domains/line-versions/sequence/measure";
import type { Gap } from "~/domains/line-versions/schema";
import { metresText } from "../stations/match";
import { newRow, type SequenceRow, withEndTypes } from "~/domains/line-versions/sequence/sequence";
import { checkSequence } from "~/domains/line-versions/sequence/sequence-check";

export interface PlacedStation {
  staUuid: string;
  staName: string;
  lng: number;
  lat: number;
  /** The file has it elsewhere, and nobody has said that it was moved. */
  unsure?: true;
}

export interface VariantContent {
  content: DirectionContent[];
  /** Null where the file has no timetable: that of the line stays. */
  services: DirectionService[] | null;
  /** In words, where not all of it is in the files; it then stays a draft. */
  completeness: string | null;
  /** Keeps it a draft too. */
  faults: string[];
}

export function contentOf(
  line: ImportedLine,
  variant: ImportedVariant,
  stations: ReadonlyMap<string, PlacedStation>,
): VariantContent {
  const content = ([1, 2] as const).map((direction): DirectionContent => {
    const found = variant.directions.find((one) => one.direction === direction);
    return found ? directionContent(line, found, stations) : { direction, rows: [], path: null };
  });
  const parts = variant.directions
    .filter((one) => one.draft)
    .map((one) => `${directionLabel(line.lineType, one.direction)}${one.completeness.text}`);
  const called = variant.directions.flatMap((one) => one.stations.flatMap(({ key }) => stations.get(key) ?? []));
  const known = new Map(called.map((station) => [station.staUuid, station]));
  const faults = content.flatMap(({ direction, rows }) =>
    checkSequence({ lineType: line.lineType, direction, rows, stations: known })
      .filter(({ level }) => level === "error")
      .map(({ row, message }) => `${directionLabel(line.lineType, direction)}第 ${row} 站：${message}`),
  );
  if (content.every(({ rows }) => rows.length === 0)) faults.push("没有站点");
  // A map lists the stops of a line in an order that nobody may have looked at; other files are made of journeys.
  if (!line.origin)
    for (const one of content)
      faults.push(...pathFaults(one, known).map((text) => `${directionLabel(line.lineType, one.direction)}${text}`));
  for (const { staName } of [...known.values()].filter(({ unsure }) => unsure))
    faults.push(`站点“${staName}”在文件中是另一个位置，还没有确认它移动了`);
  return {
    content,
    services: servicesAlong(variant, content),
    completeness: parts.length > 0 ? parts.join("；") : null,
    faults,
  };
}

/** The stations that a path does not pass in their order, in words. */
function pathFaults({ rows, path }: DirectionContent, stations: ReadonlyMap<string, PlacedStation>): string[] {
  if (!path || rows.every(({ distance }) => distance !== null)) return [];
  const places = rows.map(({ staUuid }) => stations.get(staUuid)!);
  const measured = measureStops(
    path.points,
    places.map(({ lng, lat }) => [lng, lat] as const),
  );
  return measured.flatMap(({ distance, offset }, at) =>
    distance !== null
      ? []
      : [
          offset > offPath
            ? `第 ${at + 1} 站“${places[at]!.staName}”离路径 ${metresText(offset)}`
            : `第 ${at + 1} 站“${places[at]!.staName}”不在路径的这个顺序上`,
        ],
  );
}

export async function contentsOf(
  lines: readonly ImportedLine[],
  stations: ReadonlyMap<string, PlacedStation>,
): Promise<({ line: ImportedLine; variant: ImportedVariant } & VariantContent)[]> {
  const turn = createYielder();
  const contents: ({ line: ImportedLine; variant: ImportedVariant } & VariantContent)[] = [];
  for (const line of lines) {
    await turn();
    for (const variant of line.variants) contents.push({ line, variant, ...contentOf(line, variant, stations) });
  }
  return contents;
}

export function hoursOf({ variants: [primary] }: ImportedLine) {
  const hours = (direction: Direction) => primary?.directions.find((one) => one.direction === direction)?.hours;
  const [up, down] = [hours(1), hours(2)];
  return {
    upFirst: up?.first ?? null,
    upLast: up?.last ?? null,
    downFirst: down?.first ?? null,
    downLast: down?.last ?? null,
  };
}

export function categoryOf(lineName: string): string {
  if (/夜/.test(lineName)) return "3";
  if (/区间/.test(lineName)) return "6";
  return /快/.test(lineName) ? "2" : "1";
}

type Call = Pick<ImportedStop, "onRequest" | "duration" | "dwell" | "call"> & { station: PlacedStation };

function directionContent(
  { lineType, origin }: ImportedLine,
  imported: ImportedDirection,
  stations: ReadonlyMap<string, PlacedStation>,
): DirectionContent {
  const { direction } = imported;
  const called = imported.stations.flatMap(({ key, ...said }): Call[] => {
    const station = stations.get(key);
    return station ? [{ station, ...said }] : [];
  });
  const [first, last] = [called[0], called.at(-1)];
  // A round trip ends where it began, though its members list the place once.
  if (lineType === 2 && !imported.draft && first && last && called.length > 2 && first.station !== last.station)
    called.push({ station: first.station, onRequest: first.onRequest });
  const path = pathOf(imported, origin);
  const measured =
    path &&
    measureStops(
      path.points,
      called.map(({ station }) => [station.lng, station.lat] as const),
    );
  const rows = called.map(({ station, onRequest, duration = null, dwell = null, call }, at): SequenceRow => {
    const row = { ...newRow(station.staUuid), ...call, duration, dwell };
    return {
      ...row,
      staType: onRequest ? (direction === 1 ? 6 : 7) : 5,
      distance: measured?.[at]?.distance ?? row.distance,
    };
  });
  const state = path && measured && { matchState: stateBetween(path, measured) };
  return { direction, rows: withEndTypes(rows, direction), path: path && { ...path, ...state } };
}

function pathOf({ path, breaks, draft }: ImportedDirection, origin: ImportedLine["origin"]): StoredPath | null {
  if (path.length < 2) return null;
  const points = path.map(([lng, lat]) => [Number(lng.toFixed(7)), Number(lat.toFixed(7))] as const);
  const mileage = lengthOf(points);
  if (origin) return { ...unmatched, points, mileage, source: origin === "gtfs" ? "gtfs" : "reference" };
  const broken = breaks.reduce((metres, gap) => metres + gap.metres, 0);
  const gaps = breaks.map((gap): Gap => ({
    from: -1,
    to: -1,
    pathFrom: gap.at - 1,
    pathTo: gap.at,
    routeLength: gap.metres,
    straightLength: gap.metres,
    confidence: 0,
    broken: true,
    reason: gap.reason === "outside-file" ? "这一段道路不在地图文件内" : "关系中的道路在此不相连",
  }));
  const matchRatio = mileage > 0 ? Number(Math.max(0, 1 - broken / 1000 / mileage).toFixed(4)) : 0;
  const matchState = gaps.length > 0 || draft ? "partial" : "full";
  return { ...unmatched, points, gaps, source: "osm", matchState, matchRatio, mileage };
}

export function directionLabel(lineType: number, direction: number): string {
  return lineType === 2 ? "环行" : direction === 1 ? "上行" : "下行";
}
