import type { LngLat } from "./lng-lat";
import { METRES_PER_DEGREE, metresPerDegreeEast } from "./metres";

/** Metres east and north of an origin: [x, y, x, y, ...], true to scale around it (0.1 % within 10 km). */
export type Metres = Float64Array;

/** A flat piece of the earth around a place, on the mean sphere as `distanceBetween` and the database measure. */
export interface Plane {
  of: (points: readonly LngLat[]) => Metres;
  back: (x: number, y: number) => LngLat;
}

export function planeAround([lng, lat]: LngLat): Plane {
  const north = METRES_PER_DEGREE;
  const east = Math.max(0.1, metresPerDegreeEast(lat));
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
