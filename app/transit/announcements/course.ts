import { bearing, metresApart } from "~/transit/geo/metres";

/** One position of a bus; seconds, degrees in WGS84, km/h. */
export interface Fix {
  time: number;
  lng: number;
  lat: number;
  speed?: number;
  heading?: number;
}

/** The last positions, oldest first, as far back as a course is taken from. */
export type Trail = readonly Fix[];

const baseline = 30;
const longest = 20;

/** Heading and speed of a position: its own, else those of the last thirty metres; no heading before the bus has moved. */
export function courseOf(before: Trail, fix: Fix): { trail: Trail; heading: number | null; speed: number } {
  if (fix.heading !== undefined && fix.speed !== undefined)
    return { trail: before, heading: fix.heading, speed: fix.speed };
  const trail = [...before.filter(({ time }) => fix.time - time <= longest && time < fix.time), fix];
  const far = trail.findLast((one) => metresOf(one, fix) >= baseline);
  const from = far ?? trail[0]!;
  const seconds = fix.time - from.time;
  const speed = fix.speed ?? (seconds > 0 ? (metresOf(from, fix) / seconds) * 3.6 : 0);
  const heading = fix.heading ?? (far ? bearing([far.lng, far.lat], [fix.lng, fix.lat]) : null);
  return { trail, heading, speed };
}

function metresOf(a: Fix, b: Fix): number {
  return metresApart([a.lng, a.lat], [b.lng, b.lat]);
}
