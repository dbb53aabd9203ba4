import { METRES_PER_DEGREE, metresPerDegreeEast, turnBetween } from "~/transit/geo/metres";
import { courseOf, type Fix, type Trail } from "./course";
import type { Node } from "./model";
import { isHeardAt, type LocalTime } from "./node-extra";
import type { Direction } from "./words";

export type { Fix } from "./course";

/** A bus turned further than this from a node's azimuth is not announced. */
export const headingTolerance = 70;
/** km/h, half a metre a second: below it a bus stands. */
const standing = 1.8;
const silence = 300;

export type HeardNode = Pick<
  Node,
  "direction" | "serial" | "staSerial" | "event" | "lng" | "lat" | "azimuth" | "radius" | "extra"
>;

/** Nodes in driving order, each with the stop it belongs to: its own, else the last one before it. */
export interface Terminal<Heard extends HeardNode = HeardNode> {
  nodes: readonly Heard[];
  stops: readonly number[];
  ends: Partial<Record<Direction, number>>;
  isLoop: boolean;
  tolerance: number;
  /** The local time of a position; without it a node is heard on all days and at all hours. */
  clock?: (seconds: number) => LocalTime;
}

export interface Trip {
  direction: Direction | null;
  /** Indexes of nodes. */
  played: ReadonlySet<number>;
  last: number | null;
  /** Seconds; null until something was heard, since a bus may wait long at its first stop. */
  heardAt: number | null;
  trail: Trail;
}

export function prepareTerminal<Heard extends HeardNode>(
  nodes: readonly Heard[],
  isLoop = false,
  { tolerance = headingTolerance, clock }: { tolerance?: number; clock?: Terminal["clock"] } = {},
): Terminal<Heard> {
  const ordered = [...nodes].sort((a, b) => a.direction - b.direction || a.serial - b.serial);
  const stops: number[] = [];
  const ends: Terminal["ends"] = {};
  ordered.forEach((node, at) => {
    const before = ordered[at - 1]?.direction === node.direction ? stops[at - 1]! : 1;
    stops.push(node.staSerial ?? before);
    if (node.event === 5) ends[node.direction] = at;
  });
  return { nodes: ordered, stops, ends, isLoop, tolerance, clock };
}

/** A trip begun at the first stop of a direction; without one, a terminal that has just been switched on somewhere. */
export function beginTrip(direction: Direction | null = null): Trip {
  return { direction, played: new Set(), last: null, heardAt: null, trail: [] };
}

/** The trip after one more position, and the index of the node that is announced there; at most one a position. */
export function drive(terminal: Terminal, trip: Trip, fix: Fix): { trip: Trip; fired: number | null } {
  const { trail, heading, speed } = courseOf(trip.trail, fix);
  const moved = { ...trip, trail };
  if (heading === null) return { trip: moved, fired: null };
  let fired: number | null = null;
  for (let at = 0; at < terminal.nodes.length; at++) {
    const node = terminal.nodes[at]!;
    if (!isWithin(node, fix) || turnBetween(heading, node.azimuth) > terminal.tolerance) continue;
    if (!isExamined(terminal, trip, at, fix.time, speed)) continue;
    if (node.extra && terminal.clock && !isHeardAt(node.extra, terminal.clock(fix.time))) continue;
    if (fired === null || rank(trip, at) < rank(trip, fired)) fired = at;
  }
  return fired === null ? { trip: moved, fired } : { trip: hear(terminal, moved, fired, fix.time), fired };
}

/** Only neighbouring stops, or all after five minutes of silence; what turns the trip round or begins it needs a moving bus. */
function isExamined({ nodes, stops, ends, isLoop }: Terminal, trip: Trip, at: number, time: number, speed: number) {
  const { direction, event } = nodes[at]!;
  const isOver = trip.last !== null && trip.direction !== null && ends[trip.direction] === trip.last;
  const isAnew = direction !== trip.direction || (isOver && isLoop);
  if (!isAnew && trip.played.has(at)) return false;
  if ((isAnew || event === 1) && speed < standing) return false;
  if (trip.direction === null || (trip.heardAt !== null && time - trip.heardAt >= silence)) return true;
  const near = isAnew ? (isOver ? 1 : null) : trip.last === null ? 1 : stops[trip.last]!;
  return near !== null && Math.abs(stops[at]! - near) <= 1;
}

function isWithin({ lng, lat, radius }: HeardNode, fix: Fix): boolean {
  const north = (lat - fix.lat) * METRES_PER_DEGREE;
  if (Math.abs(north) > radius) return false;
  return Math.hypot((lng - fix.lng) * metresPerDegreeEast(lat), north) <= radius;
}

/** What comes next in driving order goes before what was left out. */
function rank({ last }: Trip, at: number): number {
  return last === null || at > last ? at : at + 1e6;
}

function hear({ nodes, ends }: Terminal, trip: Trip, at: number, time: number): Trip {
  const { direction } = nodes[at]!;
  const isOver = trip.last !== null && trip.direction !== null && ends[trip.direction] === trip.last;
  const isAnew = direction !== trip.direction || isOver;
  return { ...trip, direction, played: new Set(isAnew ? [at] : [...trip.played, at]), last: at, heardAt: time };
}
