import { metresApart } from "~/transit/geo/metres";
import type { LngLat } from "~/transit/geo/lng-lat";
import { narrowness, sharesWithin } from "~/transit/geo/shape-geometry";
import type { Fix, WatchedFence } from "./rules";
import { overLimit } from "./step";

/** A way through a fence between two positions outside of it. */
export interface Passage {
  /** Milliseconds. */
  began: number;
  ended: number;
  place: LngLat;
  topKmh: number | null;
}

/** Of two positions further apart, in milliseconds, metres or km/h, nobody knows the way between them. */
const longest = { milliseconds: 120_000, metres: 3000, kmh: 150 };
/** Metres between entry and exit: less may be a position that jumps. */
const least = 40;

/** Whether the last positions of a bus, oldest first and the newest outside, pass through a fence in which no two of them lie; nothing where they do not, or only at its edge. */
export function passageOf(fence: WatchedFence, fixes: readonly Fix[]): Passage | undefined {
  let entry: Crossing | undefined;
  let exit: Crossing | undefined;
  const speeds: number[] = [];
  for (let at = fixes.length - 1; at > 0; at--) {
    const [from, to] = [fixes[at - 1]!, fixes[at]!];
    const kmh = speedBetween(from, to);
    if (kmh === undefined) break;
    const shares = sharesWithin(fence.shape, from.place, to.place);
    if (!shares) break;
    speeds.push(kmh, ...(shares.enters === 0 && from.kmh !== null ? [from.kmh] : []));
    exit ??= crossing(from, to, shares.leaves);
    entry = crossing(from, to, shares.enters);
    if (shares.enters > 0) break;
    entry = undefined;
  }
  if (!entry || !exit) return undefined;
  if (metresApart(entry.place, exit.place) < Math.min(least, 0.8 * narrowness(fence.shape))) return undefined;
  if (fence.ruleType === 30 && !speeds.every((kmh) => kmh > fence.limitSpeed! + overLimit)) return undefined;
  return { began: entry.at, ended: exit.at, place: entry.place, topKmh: Math.max(...speeds) };
}

interface Crossing {
  at: number;
  place: LngLat;
}

function speedBetween(from: Fix, to: Fix): number | undefined {
  const milliseconds = to.at - from.at;
  const metres = metresApart(from.place, to.place);
  const kmh = (metres / milliseconds) * 3600;
  const isKnown = milliseconds <= longest.milliseconds && metres <= longest.metres && kmh <= longest.kmh;
  return isKnown ? kmh : undefined;
}

function crossing(from: Fix, to: Fix, share: number): Crossing {
  const between = (one: number, other: number) => one + (other - one) * share;
  return {
    at: Math.round(between(from.at, to.at)),
    place: [between(from.place[0], to.place[0]), between(from.place[1], to.place[1])],
  };
}
