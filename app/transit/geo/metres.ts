/** Coordinates inside the graph are whole numbers of 1e-7 degree, the resolution of OpenStreetMap itself (about 1 cm). */
export const UNITS_PER_DEGREE = 1e7;

/** Metres of one degree of latitude on the mean sphere (6,371,008.8 m). */
export const METRES_PER_DEGREE = (6_371_008.8 * Math.PI) / 180;

/** Metres of one degree of longitude at a latitude in degrees. */
export function metresPerDegreeEast(lat: number): number {
  return METRES_PER_DEGREE * Math.cos((lat * Math.PI) / 180);
}

const METRES_PER_UNIT = METRES_PER_DEGREE / UNITS_PER_DEGREE;

export function toUnits(degrees: number): number {
  return Math.round(degrees * UNITS_PER_DEGREE);
}

export function toDegrees(units: number): number {
  return units / UNITS_PER_DEGREE;
}

/** A flat plane that is true to scale around one latitude: metres per graph unit east and north. */
export interface Plane {
  east: number;
  north: number;
}

/** The plane around a latitude given in graph units; good to 0.1 % within 10 km. */
export function metresPerUnit(y: number): Plane {
  return { east: metresPerDegreeEast(toDegrees(y)) / UNITS_PER_DEGREE, north: METRES_PER_UNIT };
}

/** Metres between two points in graph units; exact enough (1e-6) for anything shorter than 50 km. */
export function metresBetweenUnits(x1: number, y1: number, x2: number, y2: number): number {
  const plane = metresPerUnit((y1 + y2) / 2);
  return Math.hypot((x2 - x1) * plane.east, (y2 - y1) * plane.north);
}

/** Metres between two near [lng, lat] points on a flat plane, as the road graph measures: half the work of `distanceBetween`, no good beyond 50 km. */
export function metresApart(a: readonly [number, number], b: readonly [number, number]): number {
  return metresBetweenUnits(
    a[0] * UNITS_PER_DEGREE,
    a[1] * UNITS_PER_DEGREE,
    b[0] * UNITS_PER_DEGREE,
    b[1] * UNITS_PER_DEGREE,
  );
}

/** Compass direction from one point to another in 1/256 turns, 0 = north, clockwise. */
export function heading(x1: number, y1: number, x2: number, y2: number): number {
  const plane = metresPerUnit(y1);
  const turns = Math.atan2((x2 - x1) * plane.east, (y2 - y1) * plane.north) / (2 * Math.PI);
  return Math.round(turns * 256) & 255;
}

/** Degrees clockwise from north in which the line from one [lng, lat] to another runs, 0 to 360. */
export function bearing(a: readonly [number, number], b: readonly [number, number]): number {
  const east = (b[0] - a[0]) * Math.cos((a[1] * Math.PI) / 180);
  return ((Math.atan2(east, b[1] - a[1]) * 180) / Math.PI + 360) % 360;
}

/** Degrees between two bearings, 0 to 180. */
export function turnBetween(a: number, b: number): number {
  const turn = Math.abs(a - b) % 360;
  return turn > 180 ? 360 - turn : turn;
}
