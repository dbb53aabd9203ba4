import { distanceBetween } from "./lng-lat";
import type { LngLat } from "./lng-lat";
import { cornersOf, listedPoints } from "./shape";
import type { Shape } from "./shape";
import { centreOf } from "./shape-geometry";
import { shapeLimits } from "./shape-faults";
import { metresPerDegreeEast } from "./metres";
import { interpolate } from "./segment";

/** A place of a shape that can be dragged: a corner, the middle of a side (which makes a corner), the whole by its centre, a circle's rim. */
export interface Handle {
  at: LngLat;
  kind: "corner" | "middle" | "centre" | "rim";
  /** Which corner, or the corner that the side begins at. */
  index: number;
}

/** Where a shape, even one that is not finished, can be dragged. */
export function handlesOf(shape: Shape): Handle[] {
  if (shape.kind === "circle") {
    return [
      { at: shape.centre, kind: "centre", index: 0 },
      { at: east(shape.centre, shape.radius), kind: "rim", index: 0 },
    ];
  }
  const points = listedPoints(shape);
  const corners = points.map((at, index): Handle => ({ at, kind: "corner", index }));
  if (shape.kind === "rectangle")
    return points.length < 4 ? corners : [...corners, { at: centreOf(shape), kind: "centre", index: 0 }];
  const closed = shape.kind === "polygon" && points.length > 2;
  const sides = points.length >= shapeLimits.corners[1] ? 0 : closed ? points.length : points.length - 1;
  const middles = points.slice(0, Math.max(0, sides)).map((at, index): Handle => ({
    at: interpolate(at, points[(index + 1) % points.length]!, 0.5),
    kind: "middle",
    index,
  }));
  return [...middles, ...corners, ...(closed ? [{ at: centreOf(shape), kind: "centre" as const, index: 0 }] : [])];
}

export function dragHandle(shape: Shape, { kind, index, at }: Handle, to: LngLat): Shape {
  if (shape.kind === "circle")
    return kind === "centre"
      ? { ...shape, centre: to }
      : { ...shape, radius: Math.max(1, Math.round(distanceBetween(shape.centre, to))) };
  const points = listedPoints(shape);
  if (kind === "centre")
    return withPoints(
      shape,
      points.map(([lng, lat]) => [lng + to[0] - at[0], lat + to[1] - at[1]]),
    );
  if (kind === "middle") return withPoints(shape, points.toSpliced(index + 1, 0, to));
  if (shape.kind === "rectangle" && points.length === 4)
    return withPoints(shape, cornersOf(to, points[(index + 2) % 4]!));
  return withPoints(shape, points.with(index, to));
}

/** The shape without a corner; a rectangle keeps its four. */
export function withoutCorner(shape: Shape, index: number): Shape | null {
  if (shape.kind === "circle" || shape.kind === "rectangle") return shape;
  const points = listedPoints(shape).toSpliced(index, 1);
  return points.length > 0 ? withPoints(shape, points) : null;
}

/** The shape with one more corner at the end: the second makes a rectangle whole, a circle moves there. */
export function withCorner(shape: Shape, at: LngLat): Shape {
  if (shape.kind === "circle") return { ...shape, centre: at };
  const points = listedPoints(shape);
  if (shape.kind === "rectangle") return withPoints(shape, points.length === 1 ? cornersOf(points[0]!, at) : [at]);
  return withPoints(shape, [...points, at]);
}

function withPoints(shape: Exclude<Shape, { kind: "circle" }>, points: LngLat[]): Shape {
  return shape.kind === "corridor" ? { ...shape, path: points } : { ...shape, ring: points };
}

function east([lng, lat]: LngLat, metres: number): LngLat {
  return [lng + metres / Math.max(1000, metresPerDegreeEast(lat)), lat];
}
