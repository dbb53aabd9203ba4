import type { LngLat } from "~/transit/geo/lng-lat";
import { boxOfShapes } from "~/transit/geo/shape-geometry";
import { shapeOf } from "~/transit/geo/shape";
import type { MapShape } from "~/transit/geo/shape";
import type { DepotRow } from "./room";

export function placeOf({ lng, lat, outline, parkingName }: DepotRow) {
  const marker: LngLat | null = lng === null || lat === null ? null : [lng, lat];
  const shape = outline && shapeOf({ shape: 3, coords: outline });
  const shapes: MapShape[] = shape ? [{ shape, label: parkingName }] : [];
  return { marker, shapes, box: boxOfShapes(shapes, marker) };
}
