import { METRES_PER_DEGREE, metresPerDegreeEast } from "~/transit/geo/metres";
import { azimuthAt, type DrivenPath, placeAt } from "./driven-path";
import { beginTrip, drive, type Fix, type Terminal } from "./terminal";
import type { Direction } from "./words";

export interface DriveSettings {
  /** km/h. */
  speed?: number;
  every?: number;
  /** Metres and degrees of error at one position; none where left out. */
  error?: () => { east: number; north: number; heading?: number };
  /** Whether positions say their heading, as a receiver in a bus does. */
  tellsHeading?: boolean;
}

/** The positions of a bus that drives a path from end to end without stopping. */
export function* simulateDrive(
  path: DrivenPath,
  { speed = 30, every = 1, error, tellsHeading = true }: DriveSettings = {},
): Generator<Fix & { distance: number }> {
  const step = (speed / 3.6) * every;
  for (let count = 0; count * step < path.length + step; count++) {
    const distance = Math.min(path.length, count * step);
    const [lng, lat] = placeAt(path, distance);
    const { east = 0, north = 0, heading = 0 } = error?.() ?? {};
    yield {
      distance,
      time: count * every,
      lng: lng + east / metresPerDegreeEast(lat),
      lat: lat + north / METRES_PER_DEGREE,
      speed,
      heading: tellsHeading ? (azimuthAt(path, distance, 5) + heading + 360) % 360 : undefined,
    };
  }
}

export interface HeardNode {
  node: number;
  distance: number;
  time: number;
}

export function hearDrive(terminal: Terminal, direction: Direction, fixes: Iterable<Fix & { distance: number }>) {
  const heard: HeardNode[] = [];
  let trip = beginTrip(direction);
  for (const fix of fixes) {
    const next = drive(terminal, trip, fix);
    trip = next.trip;
    if (next.fired !== null) heard.push({ node: next.fired, distance: fix.distance, time: fix.time });
  }
  return heard;
}
