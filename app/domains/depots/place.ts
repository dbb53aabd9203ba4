import type { LngLat } from "~/kernel/map/lng-lat";
import { boxOfShapes } from "~/kernel/map/shape-geometry";
import { shapeOf } from "~/kernel/map/shape";
import type { MapShape } from "~/kernel/map/shape";
import type { DepotRow } from "./schema";

/** Where a depot is, as maps draw it. */
export function placeOf({ lng, lat, outline, parkingName }: DepotRow) {
  const marker: LngLat | null = lng === null || lat === null ? null : [lng, lat];
  const shape = outline && shapeOf({ shape: 3, coords: outline });
  const shapes: MapShape[] = shape ? [{ shape, label: parkingName }] : [];
  return { marker, shapes, box: boxOfShapes(shapes, marker) };
}
