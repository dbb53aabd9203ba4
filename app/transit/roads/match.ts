import type { LngLat } from "~/transit/geo/lng-lat";
import { metresApart } from "~/transit/geo/metres";
import { type ChainOptions, likeliestChain } from "./chain";
import { busRoute, type CostChoice, routeCosts } from "./costs";
import { breakText, describeGap, type MatchedGap } from "./gap";
import type { RoadGraph } from "./graph";
import { isKeptWhole, type KeptPiece, type Via } from "./kept-pieces";
import { type DrivenEdge, type LaidPath, layPath, type PathPoint } from "./lay-path";
import { withPlaces } from "./path-places";
import { type Place, toLngLat } from "./place";
import { RouteSearch } from "./route";
import { stopsAlong } from "./stops-along";
import { type AssembledPath, Assembly } from "./assembly";
import { roadsUnder } from "./roads-under";

export type { Place } from "./place";

/** A straight piece of the path between two of its indexes, and in Chinese why it follows no road. */
export interface MatchBreak {
  pathFrom: number;
  pathTo: number;
  length: number;
  reason: string;
}

export interface MatchResult {
  /** WGS84 [lng, lat]; the place of every stop on the road is one of its points. */
  path: LngLat[];
  /** The stretches of road driven, in order; a break leaves no stretch. */
  edges: DrivenEdge[];
  /** Metres along the path to each stop; never decreasing. */
  stopDistances: number[];
  /** Metres from each stop to the path; null where no road is near it. */
  stopOffsets: (number | null)[];
  gaps: MatchedGap[];
  breaks: MatchBreak[];
  /** Metres of the whole path. */
  length: number;
  /** Share of the length that lies on roads, 0 to 1. */
  matchedShare: number;
  /** Pairs of indexes of the path between which it was drawn by hand. */
  freeHand: [from: number, to: number][];
}

export interface MatchOptions extends ChainOptions {
  /** Points of a trace closer together than this many metres are passed over. */
  spacing: number;
  /** Whether what a trace has before the first stop and after the last is left off. */
  trim?: boolean;
  costs: CostChoice;
}

/** What suits stops 200 to 1500 m apart and a few metres beside their road. */
export const stopOptions: MatchOptions = {
  radius: 50,
  candidates: 8,
  sigma: 15,
  beta: 150,
  limitFactor: 5,
  limitExtra: 1500,
  limitDetour: 15_000,
  slack: 0,
  turnBack: 300,
  spacing: 0,
  costs: busRoute,
};

/** What suits a recorded or drawn line: points close together, so that a long way round is a sign of a wrong map. */
export const traceOptions: MatchOptions = {
  radius: 50,
  candidates: 12,
  sigma: 10,
  beta: 30,
  limitFactor: 3,
  limitExtra: 200,
  limitDetour: 1000,
  slack: 30,
  turnBack: 600,
  spacing: 25,
  costs: busRoute,
};

/** A search over a graph with the costs of these options; keep it, its scratch arrays are as large as the graph. */
export function searchFor(graph: RoadGraph, options: MatchOptions): RouteSearch {
  return new RouteSearch(graph, routeCosts(graph, options.costs));
}

export interface Wishes {
  vias?: readonly Via[];
  /** Pieces that stay point for point, by gap and in driving order (see `keptPieces`). */
  kept?: readonly KeptPiece[];
  /** What was known of the gaps that are kept whole, by gap. */
  known?: readonly (MatchedGap | undefined)[];
}

export function matchStops(
  search: RouteSearch,
  stops: readonly Place[],
  options: MatchOptions = stopOptions,
  { vias = [], kept = [], known = [] }: Wishes = {},
): MatchResult {
  const places = stops.map(toLngLat);
  const made = assemble(search, places, vias, kept, options);
  const result = resultOf(made, made.straight, made.marks, made.stopOffsets);
  const gaps = result.gaps.map((gap, i) => {
    const before = isKeptWhole(kept, i) ? known[i] : undefined;
    return before ? { ...before, from: gap.from, to: gap.to, pathFrom: gap.pathFrom, pathTo: gap.pathTo } : gap;
  });
  return {
    ...result,
    gaps,
    freeHand: made.freeHand,
    matchedShare: made.length > 0 ? Math.max(0, 1 - made.offRoads / made.length) : 0,
  };
}

/** The roads under a recorded or drawn line, with the stops put on it; points closer than the spacing are passed over. */
export function matchTrace(
  search: RouteSearch,
  trace: readonly Place[],
  stops: readonly Place[] = [],
  options: MatchOptions = traceOptions,
): MatchResult {
  const points = thinned(trace.map(toLngLat), options.spacing);
  const laid = layPath(
    search.graph,
    points,
    likeliestChain(
      search,
      points.map((at) => ({ at })),
      options,
    ),
  );
  const places = stops.map(toLngLat);
  const along = stopsAlong(laid.path, places);
  const placed = withPlaces(laid, along);
  const { laid: marked, marks } = options.trim ? trimToStops(search.graph, placed) : placed;
  const straight = places.slice(1).map((place, i) => metresApart(places[i]!, place));
  return resultOf(
    marked,
    straight,
    marks,
    along.map((stop) => stop.offset),
    true,
  );
}

function resultOf(
  laid: Omit<LaidPath, "points">,
  straights: readonly number[],
  marks: readonly PathPoint[],
  stopOffsets: (number | null)[],
  followed = false,
): MatchResult {
  const gaps = marks.slice(1).map((to, i) => {
    const from = marks[i]!;
    const within = laid.breaks.filter((piece) => piece.pathFrom < to.index && piece.pathTo > from.index);
    return describeGap({
      from: i,
      to: i + 1,
      pathFrom: from.index,
      pathTo: to.index,
      routeLength: to.distance - from.distance,
      straightLength: straights[i]!,
      causes: within.map((piece) => piece.cause),
      offsets: [stopOffsets[i] ?? null, stopOffsets[i + 1] ?? null],
      followed,
    });
  });
  const straight = laid.breaks.reduce((sum, piece) => sum + piece.length, 0);
  return {
    path: laid.path,
    edges: laid.edges,
    stopDistances: marks.map((mark) => mark.distance),
    stopOffsets,
    gaps,
    breaks: laid.breaks.map(({ cause, ...piece }) => ({ ...piece, reason: breakText(cause) })),
    length: laid.length,
    matchedShare: laid.length > 0 ? 1 - straight / laid.length : 0,
    freeHand: [],
  };
}

/** Every point at least `spacing` metres from the last one kept, and always the last. */
function thinned(points: LngLat[], spacing: number): LngLat[] {
  const kept: LngLat[] = [];
  for (const point of points) if (kept.length === 0 || metresApart(kept.at(-1)!, point) >= spacing) kept.push(point);
  const last = points.at(-1);
  if (last && kept.at(-1) !== last) kept.push(last);
  return kept;
}

/** Kept pieces stay point for point; between them lies the likeliest drive, in the direction of pieces on roads. */
function assemble(
  search: RouteSearch,
  stops: readonly LngLat[],
  vias: readonly Via[],
  pieces: readonly KeptPiece[],
  options: ChainOptions,
): AssembledPath {
  const made = new Assembly(search, stops, options);
  stops.forEach((at, stop) => {
    const here = (piece: KeptPiece) =>
      (piece.gap === stop - 1 && piece.toStop) || (piece.gap === stop && piece.fromStop);
    if (!pieces.some(here)) made.pass(at, stop - 1, stop);
    const own = vias.filter(({ gap }) => gap === stop);
    const kept = pieces.filter(({ gap }) => gap === stop);
    own.forEach((via, v) => {
      for (const piece of kept) if (piece.after === v) made.keep(piece);
      made.pass(toLngLat(via), stop);
    });
    for (const piece of kept) if (piece.after >= own.length) made.keep(piece);
  });
  return made.finished();
}

type PathWithMarks = ReturnType<typeof withPlaces>;

/** What of a path lies between its first stop and its last. */
function trimToStops(graph: RoadGraph, { laid, marks }: PathWithMarks): PathWithMarks {
  const [first, last] = [marks[0], marks.at(-1)];
  if (!first || !last) return { laid, marks };
  const path = laid.path.slice(first.index, last.index + 1);
  const breaks = laid.breaks.flatMap((piece) => {
    const [from, to] = [Math.max(piece.pathFrom, first.index), Math.min(piece.pathTo, last.index)];
    return from < to
      ? [
          {
            ...piece,
            pathFrom: from - first.index,
            pathTo: to - first.index,
            length: metresApart(laid.path[from]!, laid.path[to]!),
          },
        ]
      : [];
  });
  const moved = marks.map(({ index, distance }) => ({
    index: index - first.index,
    distance: distance - first.distance,
  }));
  return {
    laid: { ...laid, path, breaks, edges: roadsUnder(graph, path).edges, length: last.distance - first.distance },
    marks: moved,
  };
}
