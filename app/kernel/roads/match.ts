import { type ChainOptions, likeliestChain, type LngLat } from "./chain";
import { busRoute, type CostChoice, routeCosts } from "./costs";
import { describeGap, type MatchedGap } from "./gap";
import type { RoadGraph } from "./graph";
import { type DrivenEdge, layPath } from "./lay-path";
import { metresApart } from "./metres";
import { RouteSearch } from "./route";

export interface Place {
  lng: number;
  lat: number;
}

export interface MatchResult {
  /** WGS84 [lng, lat]; every matched stop is one of its points. */
  path: LngLat[];
  /** The stretches of road driven, in order; a broken gap leaves no stretch. */
  edges: DrivenEdge[];
  /** Metres along the path to each stop; never decreasing. */
  stopDistances: number[];
  /** Metres from each stop to the road it was put on; null where none is near. */
  stopOffsets: (number | null)[];
  gaps: MatchedGap[];
  /** Metres of the whole path, and the share of them that lies on roads. */
  length: number;
  matchedShare: number;
}

export interface MatchOptions extends ChainOptions {
  costs: CostChoice;
}

/** What suits stops 200 to 1500 m apart and a few metres beside their road. */
export const stopOptions: MatchOptions = {
  radius: 50,
  candidates: 8,
  sigma: 15,
  beta: 100,
  limitFactor: 5,
  limitExtra: 1500,
  slack: 0,
  costs: busRoute,
};

/** The likeliest path of a bus that calls at these stops in this order. */
export function matchStops(search: RouteSearch, stops: readonly Place[], options: MatchOptions): MatchResult {
  const points = stops.map(({ lng, lat }): LngLat => [lng, lat]);
  const chain = likeliestChain(search, points, options);
  const laid = layPath(search.graph, points, chain);
  const stopOffsets = chain.states.map((state) => state?.distance ?? null);
  const gaps = laid.gapLength.map((metres, i) =>
    describeGap({
      from: i,
      to: i + 1,
      pathFrom: laid.pointIndex[i]!,
      pathTo: laid.pointIndex[i + 1]!,
      routeLength: metres,
      straightLength: metresApart(points[i]!, points[i + 1]!),
      onRoad: laid.onRoad[i]!,
      offsets: [stopOffsets[i] ?? null, stopOffsets[i + 1] ?? null],
    }),
  );
  const length = laid.pointDistance.at(-1) ?? 0;
  const onRoads = laid.gapLength.reduce((sum, metres, i) => sum + (laid.onRoad[i] ? metres : 0), 0);
  return {
    path: laid.path,
    edges: laid.edges,
    stopDistances: laid.pointDistance,
    stopOffsets,
    gaps,
    length,
    matchedShare: length > 0 ? onRoads / length : 0,
  };
}

/** A search over a graph with the costs of these options; keep it, its scratch arrays are as large as the graph. */
export function searchFor(graph: RoadGraph, options: MatchOptions): RouteSearch {
  return new RouteSearch(graph, routeCosts(graph, options.costs));
}
