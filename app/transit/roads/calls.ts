import type { LngLat } from "~/transit/geo/lng-lat";
import type { PathCheck } from "./check-path";
import type { RoadEdge } from "./edge";
import type { OldPath } from "./kept-pieces";
import type { MatchResult, Place, Wishes } from "./match";
import type { MatchChoice, NearestRoad, NetworkStats, RoadBox, RoadView } from "./network";
import type { Anchor, Leg } from "./route-through";
import type { TurnRule } from "./turn-rule";

/** What the worker understands. A new graph is collected by `begin`, `add`... and takes the old one's place at `finish`. */
export interface RoadCalls {
  begin(): void;
  add(edges: RoadEdge[]): void;
  finish(rules?: readonly TurnRule[]): NetworkStats;
  read(file: string): Promise<NetworkStats>;
  /** Writes the packed graph; the file appears whole or not at all. Bytes written. */
  write(file: string): Promise<number>;
  matchStops(stops: readonly Place[], choice?: MatchChoice, wishes?: Wishes): MatchResult;
  matchTrace(trace: readonly Place[], stops?: readonly Place[], choice?: MatchChoice): MatchResult;
  routeThrough(anchors: readonly Anchor[], choice?: MatchChoice): Leg[];
  checkPath(path: readonly LngLat[]): PathCheck;
  staleGaps(old: OldPath, stops: readonly Place[]): number[];
  nearestRoad(lng: number, lat: number, radius: number): NearestRoad | null;
  distances(places: readonly (readonly [lng: number, lat: number])[], radius: number): (number | null)[];
  edgesInBox(box: RoadBox, cap: number): { edges: RoadView[]; more: boolean };
  stats(): NetworkStats;
}

export type CallName = keyof RoadCalls;

export interface RoadRequest {
  id: number;
  name: CallName;
  args: unknown[];
}

export type RoadReply =
  | { id: number; ok: true; value: unknown }
  | { id: number; ok: false; message: string; stack: string; code?: "no-network" };
