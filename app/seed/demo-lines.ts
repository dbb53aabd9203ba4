import { type LngLat } from "~/transit/geo/lng-lat";
import { metresApart } from "~/transit/geo/metres";
import { pathLength } from "~/transit/geo/path";
import { describeGap, type MatchedGap } from "~/transit/roads/gap";
import { edgeKey, edgeLength, type RoadGraph } from "~/transit/roads/graph";
import { arcLine } from "~/transit/roads/lay-path";
import type { DemoStation, DemoStop } from "./demo-stations";

export interface DemoLineStation {
  serial: number;
  staType: number;
  staSelfCode: string;
  /** Kilometres from the first station, to the metre. */
  distance: number;
  /** Seconds. */
  duration: number;
  dwell: number;
  azimuth: number;
  isKey: boolean;
  isTimed: boolean;
  fareStage: number | null;
}

export interface DemoDirection {
  direction: 1 | 2;
  stations: DemoLineStation[];
  /** WGS84 [lng, lat]. */
  path: LngLat[];
  edges: { edgeKey: string; forward: boolean }[];
  gaps: Omit<MatchedGap, "ratio">[];
  matchState: "full" | "partial";
  /** Share of the length on roads. */
  matchRatio: number;
  /** Kilometres. */
  mileage: number;
}

export interface Visit {
  stop: DemoStop;
  run: number;
  at: number;
}

export function visitsAlong(runs: readonly number[][], stops: readonly DemoStop[]): Visit[] {
  return runs.flatMap((arcs, run) =>
    arcs.flatMap((arc, at) => stops.filter((stop) => stop.arc === arc).map((stop) => ({ stop, run, at }))),
  );
}

export function directionOf(
  graph: RoadGraph,
  direction: 1 | 2,
  runs: readonly number[][],
  visits: readonly Visit[],
  stages: boolean,
): DemoDirection {
  const path: LngLat[] = [];
  const edges: DemoDirection["edges"] = [];
  const gaps: DemoDirection["gaps"] = [];
  const along: number[] = [0];
  let [length, straight] = [0, 0];
  visits.slice(1).forEach((to, index) => {
    const from = visits[index]!;
    const pathFrom = Math.max(0, path.length - 1);
    const pieces = from.run === to.run ? driven(graph, runs[from.run]!, from, to) : [];
    for (const { arc, line } of pieces) {
      for (const point of line) append(path, point);
      const stretch = { edgeKey: edgeKey(graph, arc >> 1), forward: (arc & 1) === 0 };
      const last = edges.at(-1);
      if (last?.edgeKey !== stretch.edgeKey || last.forward !== stretch.forward) edges.push(stretch);
    }
    if (pieces.length === 0) append(path, arcLine(graph, to.stop.arc, to.stop.offset, to.stop.offset)[0]!);
    const routeLength = pathLength(path.slice(pathFrom));
    length += routeLength;
    if (pieces.length === 0) straight += routeLength;
    along.push(length);
    const { ratio: _ratio, ...gap } = describeGap({
      from: index,
      to: index + 1,
      pathFrom,
      pathTo: path.length - 1,
      routeLength,
      straightLength: metresApart(placeOf(from.stop.station), placeOf(to.stop.station)),
      causes: pieces.length === 0 ? ["no-way"] : [],
      offsets: [from.stop.aside, to.stop.aside],
    });
    gaps.push({
      ...gap,
      routeLength: decimals(gap.routeLength, 1),
      straightLength: decimals(gap.straightLength, 1),
      confidence: decimals(gap.confidence, 3),
    });
  });
  const last = visits.length - 1;
  const stations = visits.map(({ stop: { station } }, index) => ({
    serial: index + 1,
    staType: index === 0 ? 2 * direction - 1 : index === last ? 2 * direction : 5,
    staSelfCode: station.staSelfCode,
    distance: kilometres(along[index]!),
    duration: Math.round(along[index]! / 5.5) + index * 20,
    dwell: index === 0 || index === last ? 0 : 20,
    azimuth: station.azimuth,
    isKey: station.nearby !== null,
    isTimed: index === 0 || index === last || index === Math.floor(last / 2),
    fareStage: stages ? Math.floor(along[index]! / 4000) + 1 : null,
  }));
  return {
    direction,
    stations,
    path,
    edges,
    gaps,
    matchState: straight > 0 ? "partial" : "full",
    matchRatio: decimals(1 - straight / length, 4),
    mileage: kilometres(length),
  };
}

function driven(graph: RoadGraph, arcs: readonly number[], from: Visit, to: Visit): { arc: number; line: LngLat[] }[] {
  return arcs.slice(from.at, to.at + 1).map((arc, step, all) => ({
    arc,
    line: arcLine(
      graph,
      arc,
      step === 0 ? from.stop.offset : 0,
      step === all.length - 1 ? to.stop.offset : edgeLength(graph, arc >> 1),
    ),
  }));
}

function append(path: LngLat[], point: LngLat): void {
  const last = path.at(-1);
  if (last?.[0] !== point[0] || last[1] !== point[1]) path.push(point);
}

const placeOf = ({ lng, lat }: DemoStation): LngLat => [lng, lat];
const kilometres = (metres: number) => Math.round(metres) / 1000;
const decimals = (value: number, digits: number) => Number(value.toFixed(digits));
