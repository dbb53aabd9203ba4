import { distanceBetween, type LngLat } from "~/transit/geo/lng-lat";
import { pathLength } from "~/transit/geo/path";
import type { RouteWay, WayShape } from "./route-relation";

/** Where a path is not continuous: between positions `at - 1` and `at`, `metres` apart. */
export interface PathBreak {
  at: number;
  metres: number;
  reason: "outside-file" | "not-connected";
}

/** Joins a route's ways, in order, into one line; a roundabout is driven from its entry to its exit. */
export function joinWays(ways: readonly RouteWay[]): { path: LngLat[]; breaks: PathBreak[] } {
  const path: LngLat[] = [];
  const breaks: PathBreak[] = [];
  let entry: number | undefined;
  let missing = false;
  ways.forEach((way, at) => {
    if (!way.shape) {
      missing = true;
      entry = undefined;
      return;
    }
    const exit = meeting(way, ways[at + 1], entry);
    const [from, to] = ends(way.shape, way.side, entry, exit);
    const piece = between(way.shape, from, to);
    if (path.length && (entry === undefined || missing)) {
      const metres = Math.round(distanceBetween(path.at(-1)!, piece[0]!));
      if (metres > 0) breaks.push({ at: path.length, metres, reason: missing ? "outside-file" : "not-connected" });
      path.push(...(metres > 0 ? piece : piece.slice(1)));
    } else path.push(...(path.length ? piece.slice(1) : piece));
    missing = false;
    entry = exit;
  });
  return { path, breaks };
}

/** The node where a way is left for the next one, or undefined where they do not meet. */
function meeting(way: RouteWay, next: RouteWay | undefined, entry: number | undefined): number | undefined {
  if (!way.shape || !next?.shape) return undefined;
  const { nodes } = way.shape;
  if (way.id === next.id) return entry === nodes[0] ? nodes.at(-1) : nodes[0];
  const there = new Set(next.shape.nodes);
  const shared = nodes.filter((node) => there.has(node));
  const rank = (node: number) =>
    (node === entry ? 8 : 0) +
    (isEnd(way.shape!, node) ? 0 : 4) +
    (isEnd(next.shape!, node) ? 0 : 2) +
    (entry === undefined && way.shape!.oneway === 1 && node === nodes[0] ? 1 : 0) +
    (entry === undefined && way.shape!.oneway === -1 && node === nodes.at(-1) ? 1 : 0);
  return shared.reduce<number | undefined>(
    (best, node) => (best === undefined || rank(node) < rank(best) ? node : best),
    undefined,
  );
}

const isClosed = (shape: WayShape) => shape.nodes.length > 2 && shape.nodes[0] === shape.nodes.at(-1);
const isEnd = (shape: WayShape, node: number) =>
  isClosed(shape) || node === shape.nodes[0] || node === shape.nodes.at(-1);

/** Places in the way where driving it begins and ends. */
function ends(
  { nodes, oneway }: WayShape,
  side: RouteWay["side"],
  entry: number | undefined,
  exit: number | undefined,
): [number, number] {
  const last = nodes.length - 1;
  const against = side === "backward" || (side === "" && oneway === -1);
  const from = entry === undefined ? -1 : nodes.indexOf(entry);
  const to = exit === undefined ? -1 : nodes.lastIndexOf(exit);
  if (from >= 0 && to >= 0) return [from, to];
  if (from >= 0) return [from, from === 0 ? last : from === last || against ? 0 : last];
  if (to >= 0) return [to === last ? 0 : to === 0 || against ? last : 0, to];
  return against ? [last, 0] : [0, last];
}

function between(shape: WayShape, from: number, to: number): LngLat[] {
  if (isClosed(shape)) return around(shape, from, to);
  return from <= to ? shape.coords.slice(from, to + 1) : shape.coords.slice(to, from + 1).reverse();
}

/** Part of a closed way: along its one-way direction, else the shorter side. */
function around({ coords, oneway }: WayShape, from: number, to: number): LngLat[] {
  const size = coords.length - 1;
  const steps = (((to - from) % size) + size) % size;
  if (steps === 0)
    return oneway === -1 ? [...coords].reverse() : [...coords.slice(from, size), ...coords.slice(0, from + 1)];
  const ahead = Array.from({ length: steps + 1 }, (_, step) => coords[(from + step) % size]!);
  const behind = Array.from({ length: size - steps + 1 }, (_, step) => coords[(((from - step) % size) + size) % size]!);
  if (oneway) return oneway === 1 ? ahead : behind;
  return pathLength(ahead) <= pathLength(behind) ? ahead : behind;
}
