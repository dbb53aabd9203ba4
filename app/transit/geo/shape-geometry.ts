import { boxAround, boxOf, growBox, type Box, type LngLat } from "./lng-lat";
import { distancesAlong, pathLength, placeAlong } from "./path";
import { planeAround, type Metres } from "./plane";
import { distanceToSegment } from "./segment";
import type { Shape } from "./shape";

/** Square metres of a simple ring. */
export function ringArea(ring: readonly LngLat[]): number {
  return ring.length < 3 ? 0 : Math.abs(twiceSigned(planeAround(middleOf(ring)).of(ring))) / 2;
}

/** Square metres; a corridor's bends count once, as if it lay straight. */
export function shapeArea(shape: Shape): number {
  if (shape.kind === "circle") return Math.PI * shape.radius ** 2;
  if (shape.kind === "corridor") return pathLength(shape.path) * shape.width + Math.PI * (shape.width / 2) ** 2;
  return ringArea(shape.ring);
}

/** Metres around the edge. */
export function shapePerimeter(shape: Shape): number {
  if (shape.kind === "circle") return 2 * Math.PI * shape.radius;
  if (shape.kind === "corridor") return 2 * pathLength(shape.path) + Math.PI * shape.width;
  return shape.ring.length < 2 ? 0 : pathLength([...shape.ring, shape.ring[0]!]);
}

/** The edge as a ring of corners, round parts in short steps: for drawing and for GeoJSON. */
export function outlineOf(shape: Shape): LngLat[] {
  if (shape.kind === "circle") {
    const plane = planeAround(shape.centre);
    const turn = (2 * Math.PI) / CIRCLE_STEPS;
    return Array.from({ length: CIRCLE_STEPS }, (_, i) =>
      plane.back(shape.radius * Math.sin(i * turn), shape.radius * Math.cos(i * turn)),
    );
  }
  return shape.kind === "corridor" ? corridorOutline(shape.path, shape.width) : shape.ring;
}

export function boxOfShape(shape: Shape): Box {
  if (shape.kind === "circle") return growBox(boxOf([shape.centre])!, shape.radius);
  if (shape.kind === "corridor") return growBox(boxOf(shape.path)!, shape.width / 2);
  return boxOf(shape.ring)!;
}

/** The box around shapes and a point with a little to spare, or null where there are none. */
export function boxOfShapes(shapes: readonly { shape: Shape }[], marker?: LngLat | null): Box | null {
  const box = boxAround([...shapes.map(({ shape }) => boxOfShape(shape)), ...(marker ? [boxOf([marker])!] : [])]);
  return box && growBox(box, 50);
}

/** Its middle: the centroid of an area, half way along a corridor. */
export function centreOf(shape: Shape): LngLat {
  if (shape.kind === "circle") return shape.centre;
  return shape.kind === "corridor" ? halfWay(shape.path) : centroid(shape.ring);
}

/** Whether a point lies in the shape or no further than so many metres outside; the edge belongs to it. */
export function containsPoint(shape: Shape, point: LngLat, tolerance = 0): boolean {
  return metresOutside(shape, point) <= tolerance + EDGE;
}

/** How far a point lies outside, in metres; 0 within. */
export function metresOutside(shape: Shape, point: LngLat): number {
  return outsideOf(shape, point)(0, 0);
}

/** Where the straight way between two places enters a shape first and leaves it last, as shares of the way from 0 to 1, to about two metres; undefined where it stays outside. */
export function sharesWithin(shape: Shape, from: LngLat, to: LngLat): { enters: number; leaves: number } | undefined {
  const outside = outsideOf(shape, from);
  const [x = 0, y = 0] = planeAround(from).of([to]);
  const steps = Math.max(1, Math.ceil(Math.hypot(x, y) / 2));
  let [enters, leaves] = [-1, -1];
  for (let step = 0; step <= steps; step++) {
    if (outside((x * step) / steps, (y * step) / steps) > EDGE) continue;
    if (enters < 0) enters = step;
    leaves = step;
  }
  return enters < 0 ? undefined : { enters: enters / steps, leaves: leaves / steps };
}

/** How narrow a shape is where it is narrow, in metres: about the way of who crosses it there. */
export function narrowness(shape: Shape): number {
  if (shape.kind === "circle") return 2 * shape.radius;
  if (shape.kind === "corridor") return shape.width;
  return (2 * ringArea(shape.ring)) / shapePerimeter(shape);
}

/** How far the outermost place of a ring lies outside a shape, in metres, to about half a metre; 0 where it lies wholly within. */
export function farthestOutside(ring: readonly LngLat[], shape: Shape): number {
  const origin = ring[0]!;
  const metres = planeAround(origin).of(ring);
  const outside = outsideOf(shape, origin);
  let worst = 0;
  const step = Math.max(0.5, lengthOf(metres) / 2000);
  for (let i = 0; i < ring.length; i++) {
    const j = (i + 1) % ring.length;
    const [ax, ay, bx, by] = [metres[2 * i]!, metres[2 * i + 1]!, metres[2 * j]!, metres[2 * j + 1]!];
    const steps = Math.ceil(Math.hypot(bx - ax, by - ay) / step) || 1;
    for (let k = 0; k < steps; k++)
      worst = Math.max(worst, outside(ax + ((bx - ax) * k) / steps, ay + ((by - ay) * k) / steps));
  }
  return Math.max(worst, bayInside(metres, shape, origin, outside));
}

/** A bay of the shape may reach into the ring though the ring's own edge lies within: looked for on a grid, where a corner of the shape is inside. */
function bayInside(ring: Metres, shape: Shape, origin: LngLat, outside: (x: number, y: number) => number): number {
  if (shape.kind === "circle") return 0;
  const edge = planeAround(origin).of(outlineOf(shape));
  let corner = false;
  for (let i = 0; i < edge.length; i += 2) corner ||= inRing(ring, edge[i]!, edge[i + 1]!);
  if (!corner) return 0;
  const xs = ring.filter((_, i) => i % 2 === 0);
  const ys = ring.filter((_, i) => i % 2 === 1);
  const [left, right, bottom, top] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
  let worst = 0;
  for (let i = 1; i < GRID; i++) {
    for (let j = 1; j < GRID; j++) {
      const [x, y] = [left + ((right - left) * i) / GRID, bottom + ((top - bottom) * j) / GRID];
      if (inRing(ring, x, y)) worst = Math.max(worst, outside(x, y));
    }
  }
  return worst;
}

function outsideOf(shape: Shape, origin: LngLat): (x: number, y: number) => number {
  const plane = planeAround(origin);
  if (shape.kind === "circle") {
    const [cx, cy] = plane.of([shape.centre]);
    return (x, y) => Math.max(0, Math.hypot(x - cx!, y - cy!) - shape.radius);
  }
  if (shape.kind === "corridor") {
    const path = plane.of(shape.path);
    return (x, y) => Math.max(0, toLine(path, x, y, false) - shape.width / 2);
  }
  const ring = plane.of(shape.ring);
  return (x, y) => (inRing(ring, x, y) ? 0 : toLine(ring, x, y, true));
}

function inRing(ring: Metres, x: number, y: number): boolean {
  let inside = false;
  for (let i = 0, j = ring.length - 2; i < ring.length; j = i, i += 2) {
    const [ay, by] = [ring[i + 1]!, ring[j + 1]!];
    if (ay > y !== by > y && x < ((ring[j]! - ring[i]!) * (y - ay)) / (by - ay) + ring[i]!) inside = !inside;
  }
  return inside;
}

function toLine(line: Metres, x: number, y: number, closed: boolean): number {
  let nearest = Infinity;
  for (let i = closed ? 0 : 2, j = closed ? line.length - 2 : 0; i < line.length; j = i, i += 2) {
    nearest = Math.min(nearest, distanceToSegment(x, y, line[j]!, line[j + 1]!, line[i]!, line[i + 1]!));
  }
  return nearest;
}

function centroid(ring: readonly LngLat[]): LngLat {
  const plane = planeAround(ring[0]!);
  const metres = plane.of(ring);
  const twice = twiceSigned(metres);
  if (Math.abs(twice) < 1e-6) return ring[0]!;
  let [x, y] = [0, 0];
  for (let i = 0; i < metres.length; i += 2) {
    const j = (i + 2) % metres.length;
    const cross = metres[i]! * metres[j + 1]! - metres[j]! * metres[i + 1]!;
    x += (metres[i]! + metres[j]!) * cross;
    y += (metres[i + 1]! + metres[j + 1]!) * cross;
  }
  return plane.back(x / (3 * twice), y / (3 * twice));
}

function halfWay(path: readonly LngLat[]): LngLat {
  if (path.length < 2) return path[0]!;
  const distances = distancesAlong(path);
  return placeAlong(path, distances, distances.at(-1)! / 2);
}

function middleOf(points: readonly LngLat[]): LngLat {
  const { minLng, minLat, maxLng, maxLat } = boxOf(points)!;
  return [(minLng + maxLng) / 2, (minLat + maxLat) / 2];
}

function twiceSigned(ring: Metres): number {
  let sum = 0;
  for (let i = 0; i < ring.length; i += 2) {
    const j = (i + 2) % ring.length;
    sum += ring[i]! * ring[j + 1]! - ring[j]! * ring[i + 1]!;
  }
  return sum;
}

function lengthOf(line: Metres): number {
  let length = 0;
  for (let i = 2; i < line.length; i += 2) length += Math.hypot(line[i]! - line[i - 2]!, line[i + 1]! - line[i - 1]!);
  return length;
}

const CIRCLE_STEPS = 64;
const GRID = 60;
/** A point on the edge is in, whatever the last digit says. */
const EDGE = 0.001;

/** The edge of a corridor: half the width on either side of the path, with round ends and outer bends; at sharp inner bends it may cross itself. */
function corridorOutline(path: readonly LngLat[], width: number): LngLat[] {
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
