import { type LngLat } from "~/transit/geo/lng-lat";
import type { BreakCause } from "./break-cause";
import { namedClosed } from "./closed-roads";
import { isDrivable, type RoadGraph } from "./graph";
import { bearing, metresApart, turnBetween } from "~/transit/geo/metres";
import { pathLength } from "~/transit/geo/path";
import { interpolate } from "~/transit/geo/segment";
import { edgesNear, headingOn, type NearEdge } from "./near";

/** A stretch of a path that no bus could drive as the roads are known: metres from the path's start, and why. */
export interface OffRoad {
  from: number;
  to: number;
  cause: Extract<BreakCause, "no-road" | "against-traffic" | `${string}:${string}`>;
}

export interface PathCheck {
  /** Metres of the path, and the share of them on roads in a legal direction, 0 to 1. */
  metres: number;
  ratio: number;
  stretches: OffRoad[];
}

/** Metres between two looks, metres within which a road counts, degrees within which a road runs the same way. */
const usualStep = 10;
const reach = 20;
const sameWay = 50;
/** Shorter stretches are the width of a crossing; stretches closer together than `joined` are one. */
const shortest = 25;
const joined = 30;

/** Looks at one path at most: no bus drives two thousand kilometres, and whoever sends the length of the earth waits no longer. */
const mostLooks = 200_000;

/** Looks along a path every ten metres for a road within twenty that may be driven that way. */
export function checkPath(graph: RoadGraph, path: readonly LngLat[]): PathCheck {
  const looks: { at: number; cause: OffRoad["cause"] | null }[] = [];
  const whole = pathLength(path);
  const step = Math.max(usualStep, whole / mostLooks);
  let metres = 0;
  let next = 0;
  for (let i = 1; i < path.length; i++) {
    const [a, b] = [path[i - 1]!, path[i]!];
    const length = metresApart(a, b);
    if (length === 0) continue;
    const heads = bearing(a, b);
    for (; next <= metres + length; next += step) {
      const part = (next - metres) / length;
      looks.push({ at: next, cause: causeAt(graph, ...interpolate(a, b, part), heads) });
    }
    metres += length;
  }
  const good = looks.filter(({ cause }) => cause === null).length;
  return { metres, ratio: looks.length > 0 ? good / looks.length : 0, stretches: stretchesOf(looks, metres, step) };
}

function causeAt(graph: RoadGraph, lng: number, lat: number, heads: number): OffRoad["cause"] | null {
  const open = edgesNear(graph, lng, lat, reach, 8, { driveways: true });
  const turnOn = ({ edge, offset }: NearEdge) => turnBetween(headingOn(graph, 2 * edge, offset), heads);
  const legal = open.some((near) => {
    const turn = turnOn(near);
    return (
      (turn <= sameWay && isDrivable(graph, 2 * near.edge)) ||
      (turn >= 180 - sameWay && isDrivable(graph, 2 * near.edge + 1))
    );
  });
  if (legal) return null;
  const isAlong = (near: NearEdge) => turnOn(near) <= sameWay || turnOn(near) >= 180 - sameWay;
  if (open.some(isAlong)) return "against-traffic";
  const closed = edgesNear(graph, lng, lat, reach, 8, { closed: true }).find(isAlong);
  return closed ? namedClosed(graph, [closed.edge]) : "no-road";
}

function stretchesOf(
  looks: readonly { at: number; cause: OffRoad["cause"] | null }[],
  metres: number,
  step: number,
): OffRoad[] {
  const found: (Pick<OffRoad, "from" | "to"> & { causes: OffRoad["cause"][] })[] = [];
  for (const { at, cause } of looks) {
    if (cause === null) continue;
    const [from, to] = [Math.max(0, at - step / 2), Math.min(metres, at + step / 2)];
    const last = found.at(-1);
    if (last && from - last.to <= joined) {
      last.to = to;
      last.causes.push(cause);
    } else found.push({ from, to, causes: [cause] });
  }
  return found
    .filter(({ from, to }) => to - from >= shortest)
    .map(({ from, to, causes }) => ({ from, to, cause: commonest(causes) }));
}

function commonest(causes: readonly OffRoad["cause"][]): OffRoad["cause"] {
  const counts = new Map<OffRoad["cause"], number>();
  for (const cause of causes) counts.set(cause, (counts.get(cause) ?? 0) + 1);
  return [...counts].reduce((most, one) => (one[1] > most[1] ? one : most))[0];
}
