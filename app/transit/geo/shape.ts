import type { LngLat } from "./lng-lat";

/** An area on the map, WGS84: what fences, outlines of depots and waiting areas are. Metres for radius and width. */
export type Shape =
  | { kind: "circle"; centre: LngLat; radius: number }
  /** Corners in turn, the first not repeated; a rectangle's sides lie north-south and east-west. */
  | { kind: "rectangle" | "polygon"; ring: LngLat[] }
  /** Everything within half the width of a path. */
  | { kind: "corridor"; path: LngLat[]; width: number };

export type ShapeKind = Shape["kind"];

export interface MapShape {
  shape: Shape;
  label?: string;
  /** `#rrggbb`; by default the person's theme colour. */
  colour?: string | null;
  href?: string;
  /** Drawn as what another thing lies in: dashed, without a ground of its own. */
  frame?: boolean;
  corners?: boolean;
}

export const shapeKinds = [
  { value: 1, label: "圆形", kind: "circle" },
  { value: 2, label: "矩形", kind: "rectangle" },
  { value: 3, label: "多边形", kind: "polygon" },
  { value: 4, label: "走廊", kind: "corridor" },
] as const;

export const kindOf = (value: number | null | undefined): ShapeKind | undefined =>
  shapeKinds.find((one) => one.value === value)?.kind;

/** A shape as a record's columns: `coords` are a ring's corners or a path, longitude and latitude in turn. */
export interface ShapeColumns {
  shape: number;
  lng?: number | null;
  lat?: number | null;
  radius?: number | null;
  coords?: number[] | null;
  width?: number | null;
}

/** The shape that a record's columns hold, or null while they lack what it takes to draw one. */
export function shapeOf({ shape, lng, lat, radius, coords, width }: ShapeColumns): Shape | null {
  const kind = kindOf(shape);
  const points = pointsOf(coords ?? []);
  if (kind === "circle")
    return given(lng) && given(lat) && given(radius) && radius > 0 ? { kind, centre: [lng, lat], radius } : null;
  if (kind === "corridor") return points.length > 1 && given(width) && width > 0 ? { kind, path: points, width } : null;
  if (kind === "rectangle")
    return points.length > 1 ? { kind, ring: points.length === 2 ? cornersOf(points[0]!, points[1]!) : points } : null;
  return kind && points.length > 2 ? { kind, ring: points } : null;
}

export function cornersOf([lng, lat]: LngLat, [otherLng, otherLat]: LngLat): LngLat[] {
  return [
    [lng, lat],
    [otherLng, lat],
    [otherLng, otherLat],
    [lng, otherLat],
  ];
}

export function pointsOf(coords: ArrayLike<number>): LngLat[] {
  const points: LngLat[] = [];
  for (let i = 0; i + 1 < coords.length; i += 2) points.push([coords[i]!, coords[i + 1]!]);
  return points;
}

/** The points that a person or a client lists of a shape: none of a circle. */
export function listedPoints(shape: Shape): LngLat[] {
  return shape.kind === "circle" ? [] : shape.kind === "corridor" ? shape.path : shape.ring;
}

const given = (value: number | null | undefined): value is number =>
  typeof value === "number" && Number.isFinite(value);
