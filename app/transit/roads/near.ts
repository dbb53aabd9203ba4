import { edgeLength, isClosed, type RoadGraph } from "./graph";
import { bearing, metresPerUnit, toDegrees, toUnits } from "~/transit/geo/metres";
import { nearestShare } from "~/transit/geo/segment";

/** The closest place of one edge to a point: metres from the edge's start, metres from the point, and the place itself. */
export interface NearEdge {
  edge: number;
  offset: number;
  distance: number;
  lng: number;
  lat: number;
}

/** The `limit` nearest drivable edges within `radius` metres, nearest first, one place per edge; driveways only where asked for, or in their place the closed ones. */
export function edgesNear(
  graph: RoadGraph,
  lng: number,
  lat: number,
  radius: number,
  limit: number,
  { driveways = false, closed = false } = {},
): NearEdge[] {
  if (!graph.index || !Number.isFinite(lng + lat)) return [];
  const x = toUnits(lng);
  const y = toUnits(lat);
  const plane = metresPerUnit(y);
  const reachX = radius / plane.east;
  const reachY = radius / plane.north;
  const left = driveways ? -1 : graph.classes.indexOf("driveway");
  const best = new Map<number, NearEdge>();
  graph.index.search(x - reachX, y - reachY, x + reachX, y + reachY, (segment) => {
    const edge = graph.segmentEdge[segment]!;
    if (graph.edgeClass[edge] === left || isClosed(graph, edge) !== closed) return false;
    const p = segment + edge;
    const ax = (graph.pointX[p]! - x) * plane.east;
    const ay = (graph.pointY[p]! - y) * plane.north;
    const dx = (graph.pointX[p + 1]! - graph.pointX[p]!) * plane.east;
    const dy = (graph.pointY[p + 1]! - graph.pointY[p]!) * plane.north;
    const part = nearestShare(ax, ay, dx, dy);
    const distance = Math.hypot(ax + part * dx, ay + part * dy);
    const known = best.get(edge);
    if (distance > radius || (known && known.distance <= distance)) return false;
    best.set(edge, {
      edge,
      offset: graph.pointAlong[p]! + part * (graph.pointAlong[p + 1]! - graph.pointAlong[p]!),
      distance,
      lng: toDegrees(graph.pointX[p]! + part * (graph.pointX[p + 1]! - graph.pointX[p]!)),
      lat: toDegrees(graph.pointY[p]! + part * (graph.pointY[p + 1]! - graph.pointY[p]!)),
    });
    return false;
  });
  return [...best.values()].sort((a, b) => a.distance - b.distance || a.edge - b.edge).slice(0, limit);
}

/** Edges that buses use touching a box [west, south, east, north] in degrees, at most `cap` of them; `more` tells that there were others. */
export function edgesInBox(graph: RoadGraph, box: readonly [number, number, number, number], cap: number) {
  const found = new Set<number>();
  let more = false;
  graph.index?.search(toUnits(box[0]), toUnits(box[1]), toUnits(box[2]), toUnits(box[3]), (segment) => {
    const edge = graph.segmentEdge[segment]!;
    if (isClosed(graph, edge)) return false;
    if (found.size < cap) found.add(edge);
    else if (!found.has(edge)) more = true;
    return false;
  });
  return { edges: [...found].sort((a, b) => a - b), more };
}

export function placeOn(graph: RoadGraph, arc: number, offset: number): [number, number] {
  const edge = arc >> 1;
  const along = arc & 1 ? edgeLength(graph, edge) - offset : offset;
  let p = graph.edgePoint[edge]!;
  const last = graph.edgePoint[edge + 1]! - 1;
  while (p < last - 1 && graph.pointAlong[p + 1]! < along) p++;
  const length = graph.pointAlong[p + 1]! - graph.pointAlong[p]!;
  const part = length > 0 ? Math.max(0, Math.min(1, (along - graph.pointAlong[p]!) / length)) : 0;
  return [
    toDegrees(Math.round(graph.pointX[p]! + part * (graph.pointX[p + 1]! - graph.pointX[p]!))),
    toDegrees(Math.round(graph.pointY[p]! + part * (graph.pointY[p + 1]! - graph.pointY[p]!))),
  ];
}

/** Degrees clockwise from north in which an arc runs `offset` metres along it. */
export function headingOn(graph: RoadGraph, arc: number, offset: number): number {
  const before = placeOn(graph, arc, Math.max(0, offset - 3));
  return bearing(before, placeOn(graph, arc, Math.min(edgeLength(graph, arc >> 1), offset + 3)));
}
