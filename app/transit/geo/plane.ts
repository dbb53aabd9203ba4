import type { LngLat } from "./lng-lat";

/** Metres east and north of an origin: [x, y, x, y, ...], true to scale around it (0.1 % within 10 km). */
export type Metres = Float64Array;

/** A flat piece of the earth around a place, on the mean sphere as `distanceBetween` and the database measure. */
export interface Plane {
  of: (points: readonly LngLat[]) => Metres;
  back: (x: number, y: number) => LngLat;
}

export function planeAround([lng, lat]: LngLat): Plane {
  const north = METRES_PER_DEGREE;
  const east = METRES_PER_DEGREE * Math.max(1e-6, Math.cos((lat * Math.PI) / 180));
  return {
    of(points) {
      const metres = new Float64Array(points.length * 2);
      points.forEach((point, i) => {
        metres[2 * i] = (point[0] - lng) * east;
        metres[2 * i + 1] = (point[1] - lat) * north;
      });
      return metres;
    },
    back: (x, y) => [lng + x / east, lat + y / north],
  };
}

const METRES_PER_DEGREE = (6_371_008.8 * Math.PI) / 180;

/** Metres from a point to a segment. */
export function toSegment(x: number, y: number, ax: number, ay: number, bx: number, by: number): number {
  const [dx, dy] = [bx - ax, by - ay];
  const length = dx * dx + dy * dy;
  const along = length === 0 ? 0 : Math.min(1, Math.max(0, ((x - ax) * dx + (y - ay) * dy) / length));
  return Math.hypot(x - ax - along * dx, y - ay - along * dy);
}
