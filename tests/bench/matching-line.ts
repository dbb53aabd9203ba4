import Flatbush from "flatbush";
import { METRES_PER_DEGREE, metresPerDegreeEast } from "~/transit/geo/metres";
import { distanceToSegment } from "~/transit/geo/segment";

export type Line = (readonly [lng: number, lat: number])[];

/** Share of `line`'s length (where `counts` says so) that lies within `tolerance` metres of `other`, sampled every 5 m. */
export function shareNear(
  line: Line,
  other: Line,
  tolerance: number,
  counts: (place: Line[number]) => boolean = () => true,
): number {
  if (line.length < 2 || other.length < 2) return 0;
  const flat = flattener(other[0]!);
  const target = other.map(flat);
  const index = new Flatbush(target.length - 1);
  for (let i = 1; i < target.length; i++) {
    const [[ax, ay], [bx, by]] = [target[i - 1]!, target[i]!];
    index.add(Math.min(ax, bx), Math.min(ay, by), Math.max(ax, bx), Math.max(ay, by));
  }
  index.finish();
  const [lng0, lat0] = other[0]!;
  const east = metresPerDegreeEast(lat0);
  const samples = along(line.map(flat), 5).filter(([x, y]) => counts([lng0 + x / east, lat0 + y / METRES_PER_DEGREE]));
  const near = samples.filter(([x, y]) => {
    const around = index.search(x - tolerance, y - tolerance, x + tolerance, y + tolerance);
    return around.some((i) => distanceToSegment(x, y, ...target[i]!, ...target[i + 1]!) <= tolerance);
  });
  return samples.length > 0 ? near.length / samples.length : 1;
}

/** Metres of a line. */
export function lineLength(line: Line): number {
  if (line.length === 0) return 0;
  const points = line.map(flattener(line[0]!));
  return points.slice(1).reduce((sum, [x, y], i) => sum + Math.hypot(x - points[i]![0], y - points[i]![1]), 0);
}

/** Points every `step` metres along a line, moved by Gaussian noise of `noise` metres in each axis. */
export function traceOf(line: Line, step: number, noise: number, random: () => number): Line {
  const [lng0, lat0] = line[0]!;
  const flat = flattener([lng0, lat0]);
  const east = metresPerDegreeEast(lat0);
  return along(line.map(flat), step).map(([x, y]) => [
    lng0 + (x + noise * gaussian(random)) / east,
    lat0 + (y + noise * gaussian(random)) / METRES_PER_DEGREE,
  ]);
}

/** Repeatable random numbers in [0, 1) from a 32-bit seed. */
export function seeded(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x9e3779b9) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 16), 0x21f0aaad);
    mixed = Math.imul(mixed ^ (mixed >>> 15), 0x735a2d97);
    return ((mixed ^ (mixed >>> 15)) >>> 0) / 2 ** 32;
  };
}

function gaussian(random: () => number): number {
  return Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
}

function flattener([lng0, lat0]: Line[number]) {
  const east = metresPerDegreeEast(lat0);
  return ([lng, lat]: Line[number]): Line[number] => [(lng - lng0) * east, (lat - lat0) * METRES_PER_DEGREE];
}

function along(points: Line, step: number): Line {
  const samples: Line = [points[0]!];
  let wait = step;
  for (let i = 1; i < points.length; i++) {
    const [[ax, ay], [bx, by]] = [points[i - 1]!, points[i]!];
    const length = Math.hypot(bx - ax, by - ay);
    let at = wait;
    for (; at <= length; at += step) samples.push([ax + ((bx - ax) * at) / length, ay + ((by - ay) * at) / length]);
    wait = at - length;
  }
  samples.push(points.at(-1)!);
  return samples;
}
