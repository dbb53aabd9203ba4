import { type LngLat } from "~/transit/geo/lng-lat";
import { isDrivable, type RoadGraph } from "./graph";
import { bearing, metresApart, turnBetween } from "~/transit/geo/metres";
import { pathLength } from "~/transit/geo/path";
import { interpolate } from "~/transit/geo/segment";
import { edgesNear, headingOn } from "./near";

/** A stretch of a path that no bus could drive as the roads are known: metres from the path's start, and why. */
export interface OffRoad {
  from: number;
  to: number;
  cause: "no-road" | "against-traffic";
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
  const near = edgesNear(graph, lng, lat, reach, 8, true);
  if (near.length === 0) return "no-road";
  const legal = near.some(({ edge, offset }) => {
    const turn = turnBetween(headingOn(graph, 2 * edge, offset), heads);
    return (
      (turn <= sameWay && isDrivable(graph, 2 * edge)) || (turn >= 180 - sameWay && isDrivable(graph, 2 * edge + 1))
    );
  });
  if (legal) return null;
  const along = near.some(({ edge, offset }) => {
    const turn = turnBetween(headingOn(graph, 2 * edge, offset), heads);
    return turn <= sameWay || turn >= 180 - sameWay;
  });
  return along ? "against-traffic" : "no-road";
}

function stretchesOf(
  looks: readonly { at: number; cause: OffRoad["cause"] | null }[],
  metres: number,
  step: number,
): OffRoad[] {
  const found: (OffRoad & { against: number; looks: number })[] = [];
  for (const { at, cause } of looks) {
    if (cause === null) continue;
    const [from, to] = [Math.max(0, at - step / 2), Math.min(metres, at + step / 2)];
    const last = found.at(-1);
    const against = cause === "against-traffic" ? 1 : 0;
    if (last && from - last.to <= joined)
      Object.assign(last, { to, against: last.against + against, looks: last.looks + 1 });
    else found.push({ from, to, cause, against, looks: 1 });
  }
  return found
    .filter(({ from, to }) => to - from >= shortest)
    .map(({ from, to, against, looks: count }) => ({
      from,
      to,
      cause: against * 2 > count ? "against-traffic" : "no-road",
    }));
}
