import type { LngLat } from "~/transit/geo/lng-lat";
import type { RoadEdge } from "./edge";
import { checkPath, type PathCheck } from "./check-path";
import { busRoute, routeCosts } from "./costs";
import { edgeKey, edgeLength, isDrivable, type RoadGraph } from "./graph";
import { graphBytes } from "./graph-file";
import {
  type MatchOptions,
  type MatchResult,
  matchStops,
  matchTrace,
  type Place,
  stopOptions,
  traceOptions,
  type Wishes,
} from "./match";
import type { OldPath } from "./kept-pieces";
import { toDegrees } from "~/transit/geo/metres";
import { edgesInBox, edgesNear, headingOn } from "./near";
import { toLngLat } from "./place";
import { RouteSearch } from "./route";
import { type Anchor, anchorOptions, type Leg, routeThrough } from "./route-through";
import { staleGaps } from "./stale-gaps";

export type RoadBox = readonly [west: number, south: number, east: number, north: number];

/** An edge as drawn on a map; `coords` flat [lng, lat, ...]. */
export type RoadView = Pick<RoadEdge, "edgeKey" | "roadClass" | "roadName" | "forward" | "backward" | "length"> & {
  coords: number[];
};

/** The road nearest to a point: where, how many metres away, and the degrees clockwise from north in which it runs there. */
export interface NearestRoad {
  edgeKey: string;
  roadClass: string;
  roadName: string;
  forward: boolean;
  backward: boolean;
  distance: number;
  lng: number;
  lat: number;
  azimuth: number;
}

export interface NetworkStats {
  nodes: number;
  edges: number;
  segments: number;
  bytes: number;
}

export type MatchChoice = Partial<Omit<MatchOptions, "costs">>;

export class RoadNetwork {
  private readonly search: RouteSearch;

  constructor(readonly graph: RoadGraph) {
    this.search = new RouteSearch(graph, routeCosts(graph, busRoute));
  }

  matchStops(stops: readonly Place[], choice: MatchChoice = {}, wishes: Wishes = {}): MatchResult {
    return matchStops(this.search, stops, { ...stopOptions, ...choice }, wishes);
  }

  matchTrace(trace: readonly Place[], stops: readonly Place[] = [], choice: MatchChoice = {}): MatchResult {
    return matchTrace(this.search, trace, stops, { ...traceOptions, ...choice });
  }

  routeThrough(anchors: readonly Anchor[], choice: MatchChoice = {}): Leg[] {
    return routeThrough(this.search, anchors, { ...anchorOptions, ...choice });
  }

  checkPath(path: readonly LngLat[]): PathCheck {
    return checkPath(this.graph, path);
  }

  staleGaps(old: OldPath, stops: readonly Place[]): number[] {
    return staleGaps(this.graph, old, stops.map(toLngLat));
  }

  /** The road nearest to a point within `radius` metres, or null. */
  nearestRoad(lng: number, lat: number, radius: number): NearestRoad | null {
    const { graph } = this;
    const [near] = edgesNear(graph, lng, lat, radius, 1);
    if (!near) return null;
    const { coords: _, length: __, ...road } = this.view(near.edge);
    return {
      ...road,
      distance: near.distance,
      lng: near.lng,
      lat: near.lat,
      azimuth: headingOn(graph, 2 * near.edge, near.offset),
    };
  }

  /** Metres from each place to the nearest road, null where none lies within `radius` metres. */
  distances(places: readonly (readonly [lng: number, lat: number])[], radius: number): (number | null)[] {
    return places.map(([lng, lat]) => edgesNear(this.graph, lng, lat, radius, 1)[0]?.distance ?? null);
  }

  edgesInBox(box: RoadBox, cap: number): { edges: RoadView[]; more: boolean } {
    const { edges, more } = edgesInBox(this.graph, box, cap);
    return { edges: edges.map((edge) => this.view(edge)), more };
  }

  stats(): NetworkStats {
    const { nodeX, edgeFrom, segmentEdge } = this.graph;
    return { nodes: nodeX.length, edges: edgeFrom.length, segments: segmentEdge.length, bytes: graphBytes(this.graph) };
  }

  private view(edge: number): RoadView {
    const { graph } = this;
    const coords: number[] = [];
    for (let p = graph.edgePoint[edge]!; p < graph.edgePoint[edge + 1]!; p++)
      coords.push(toDegrees(graph.pointX[p]!), toDegrees(graph.pointY[p]!));
    return {
      edgeKey: edgeKey(graph, edge),
      roadClass: graph.classes[graph.edgeClass[edge]!]!,
      roadName: graph.names[graph.edgeName[edge]!]!,
      forward: isDrivable(graph, 2 * edge),
      backward: isDrivable(graph, 2 * edge + 1),
      length: edgeLength(graph, edge),
      coords,
    };
  }
}
