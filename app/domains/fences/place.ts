import { pointsOf, shapeOf } from "~/transit/geo/shape";
import type { MapShape } from "~/transit/geo/shape";
import { shapeWords } from "~/kit/page/map/shape-words";
import { ringWords } from "~/kit/page/map/shape-words";
import { colourOf } from "./choices";
import type { FenceRow } from "./room";

type DrawnFence = Pick<
  FenceRow,
  "shape" | "lng" | "lat" | "radius" | "coords" | "width" | "fenceName" | "colour" | "useType"
>;

export function shapesOf<F extends DrawnFence>(fences: readonly F[], href?: (fence: F) => string): MapShape[] {
  return fences.flatMap((fence) => {
    const shape = shapeOf(fence);
    return shape ? [{ shape, label: fence.fenceName, colour: colourOf(fence), href: href?.(fence) }] : [];
  });
}

export function placeWords(fence: DrawnFence): string {
  const shape = shapeOf(fence);
  return shape ? shapeWords(shape) : "";
}

/** Coordinates of a history or a conflict: words of their own where the record's kind was known, else as a ring's. */
export const coordsWords = (value: unknown): string => (typeof value === "string" ? value : ringWords(value));

export function showCoords(record: Record<string, unknown>): Record<string, unknown> {
  if (!Array.isArray(record.coords)) return record;
  const shape = shapeOf(record as never);
  return { ...record, coords: shape ? shapeWords(shape) : `${pointsOf(record.coords as number[]).length} 个点` };
}
