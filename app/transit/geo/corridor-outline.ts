import type { LngLat } from "./lng-lat";
import { planeAround } from "./plane";

/** The edge of a corridor: half the width on either side of the path, with round ends and outer bends; at sharp inner bends it may cross itself. */
export function corridorOutline(path: readonly LngLat[], width: number): LngLat[] {
  const plane = planeAround(path[0]!);
  const flat = plane.of(path);
  const points: Point[] = [];
  for (let i = 0; i < flat.length; i += 2) {
    const last = points.at(-1);
    if (!last || Math.hypot(flat[i]! - last[0], flat[i + 1]! - last[1]) > 0.01) points.push([flat[i]!, flat[i + 1]!]);
  }
  if (points.length < 2) return [];
  const there = side(points, width / 2);
  const back = side(points.reverse(), width / 2);
  return [...there, ...back].map(([x, y]) => plane.back(x, y));
}

type Point = [number, number];

function side(line: readonly Point[], half: number): Point[] {
  const edge: Point[] = [];
  for (let i = 1; i < line.length; i++) {
    const [from, to, next] = [line[i - 1]!, line[i]!, line[i + 1]];
    const heading = Math.atan2(to[1] - from[1], to[0] - from[0]);
    const turn = next ? within(Math.atan2(next[1] - to[1], next[0] - to[0]) - heading) : -Math.PI;
    const short = next ? Math.min(length(from, to), length(to, next)) : 0;
    const reach = half * Math.tan(turn / 2);
    if (turn > 0 && reach <= short) {
      edge.push(inner(to, heading, turn, half));
      continue;
    }
    const steps = Math.max(1, Math.ceil(Math.abs(turn) / STEP));
    for (let k = 0; k <= steps; k++) edge.push(beside(to, heading + (turn * k) / steps, half));
  }
  return edge;
}

function inner(at: Point, heading: number, turn: number, half: number): Point {
  return beside(at, heading + turn / 2, half / Math.cos(turn / 2));
}

function beside([x, y]: Point, heading: number, half: number): Point {
  return [x - Math.sin(heading) * half, y + Math.cos(heading) * half];
}

const length = (a: Point, b: Point) => Math.hypot(b[0] - a[0], b[1] - a[1]);

const within = (angle: number) => Math.atan2(Math.sin(angle), Math.cos(angle));

/** Radians of a bend that one straight step stands for. */
const STEP = Math.PI / 10;
