import { fromEPSG4326, toEPSG4326 } from "ol/proj/epsg3857.js";
import type { Box, LngLat } from "./lng-lat";

/** Web Mercator metres of flat [lng, lat, lng, lat, ...] degrees; latitudes beyond the square world end at its edge. */
export function toMercator(degrees: ArrayLike<number>): number[] {
  return fromEPSG4326(Array.from(degrees));
}

export interface Viewport {
  width: number;
  height: number;
  /** Ground metres per pixel in the middle of the picture. */
  metresPerPixel: number;
  /** Web map zoom (256 pixel tiles) of this scale, with a fraction. */
  zoom: number;
  box: Box;
  /** Pixels, x right and y down, of flat degrees. */
  project: (degrees: ArrayLike<number>) => number[];
}

/** The largest picture of `box` that fits in width x height pixels with a margin, no closer than zoom 17. */
export function fitViewport(box: Box, width: number, height: number, margin: number): Viewport {
  const [minX, minY, maxX, maxY] = toMercator([box.minLng, box.minLat, box.maxLng, box.maxLat]) as [
    number,
    number,
    number,
    number,
  ];
  const resolution = Math.max(
    (maxX - minX) / Math.max(1, width - 2 * margin),
    (maxY - minY) / Math.max(1, height - 2 * margin),
    WORLD / 256 / 2 ** 17,
  );
  const left = (minX + maxX) / 2 - (resolution * width) / 2;
  const top = (minY + maxY) / 2 + (resolution * height) / 2;
  const [west, north] = toDegrees(left, top);
  const [east, south] = toDegrees(left + resolution * width, top - resolution * height);
  return {
    width,
    height,
    metresPerPixel: resolution * Math.cos((((box.minLat + box.maxLat) / 2) * Math.PI) / 180),
    zoom: Math.log2(WORLD / 256 / resolution),
    box: { minLng: west, minLat: south, maxLng: east, maxLat: north },
    project(degrees) {
      const flat = toMercator(degrees);
      for (let i = 0; i < flat.length; i += 2) {
        flat[i] = (flat[i]! - left) / resolution;
        flat[i + 1] = (top - flat[i + 1]!) / resolution;
      }
      return flat;
    },
  };
}

/** What of the world may be seen where a box is drawn in a frame of that shape, with so large a share of it beyond each edge. */
export function boxInFrame(box: Box, { width, height }: { width: number; height: number }, beyond = 0): Box {
  const { minLng, minLat, maxLng, maxLat } = fitViewport(box, width, height, 40).box;
  const [lng, lat] = [(maxLng - minLng) * beyond, (maxLat - minLat) * beyond];
  return { minLng: minLng - lng, minLat: minLat - lat, maxLng: maxLng + lng, maxLat: maxLat + lat };
}

export function flatten(points: readonly LngLat[]): number[] {
  return points.flatMap(([lng, lat]) => [lng, lat]);
}

/** Metres around the world on the Web Mercator square. */
export const WORLD = 2 * Math.PI * 6378137;

/** Degrees of Web Mercator metres. */
export function toDegrees(x: number, y: number): [number, number] {
  const [lng, lat] = toEPSG4326([x, y]) as [number, number];
  return [Math.min(180, Math.max(-180, lng)), lat];
}
