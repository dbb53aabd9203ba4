import type { RoadEdge } from "./edge";
import type { TurnRule } from "./turn-rule";

/** Where a network comes from: a packed graph, or edges that can be asked for again after a crash. */
export type RoadSource =
  { file: string } | { edges: () => Iterable<RoadEdge> | AsyncIterable<RoadEdge>; rules?: () => Promise<TurnRule[]> };
