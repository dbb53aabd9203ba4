import type { LngLat } from "~/transit/geo/lng-lat";
import { metresApart } from "~/transit/geo/metres";
import { metresOutside } from "~/transit/geo/shape-geometry";
import type { Fix, WatchedFence } from "./rules";

/** Metres that a position may be wrong: a fence is left no nearer than this. */
export const margin = 15;
/** km/h above the limit before it counts, and up to which a bus stands. */
export const overLimit = 3;
const standing = 3;
/** Metres that a standing bus may seem to move; less where no speed is reported. */
const drift = 50;
const driftWithoutSpeed = 20;

/** Nothing, kept in mind (inside a fence not to be left; standing), or an event going on. */
export type Phase = "none" | "minded" | "open";

export interface Standing {
  phase: Phase;
  since: number;
  place: LngLat;
  topKmh: number | null;
  /** The first position that says something else; the second makes it so. */
  hint?: { phase: Phase; fix: Fix };
}

/** How it stands after one more position; the same object where nothing has changed. */
export function step(fence: WatchedFence, before: Standing | undefined, fix: Fix): Standing | undefined {
  const now = before ?? { phase: "none" as const, since: fix.at, place: fix.place, topKmh: null };
  const said = phaseSaid(fence, now, fix);
  if (said === undefined) return before;
  if (said === "open" && now.phase === "minded" && fence.ruleType === 40)
    return { ...now, phase: "open", hint: undefined };
  if (said === now.phase) {
    const topKmh = said === "open" ? higher(now.topKmh, fix.kmh) : now.topKmh;
    if (topKmh === now.topKmh && !now.hint) return before;
    return now.phase === "none" ? undefined : { ...now, topKmh, hint: undefined };
  }
  if (now.hint?.phase !== said) return { ...now, hint: { phase: said, fix } };
  const { at, place, kmh } = now.hint.fix;
  return said === "none" ? undefined : { phase: said, since: at, place, topKmh: higher(kmh, fix.kmh) };
}

/** What this position by itself says; nothing where it cannot tell. */
function phaseSaid(fence: WatchedFence, now: Standing, fix: Fix): Phase | undefined {
  const outside = metresOutside(fence.shape, fix.place);
  const within = outside <= (now.phase === "none" ? 0 : margin);
  if (fence.ruleType === 10) return within ? "open" : "none";
  if (fence.ruleType === 20) {
    if (outside === 0) return "minded";
    return now.phase === "none" || outside <= margin ? now.phase : "open";
  }
  if (!within) return "none";
  if (fence.ruleType === 30) {
    if (fix.kmh === null) return undefined;
    return fix.kmh > fence.limitSpeed! + (now.phase === "open" ? 0 : overLimit) ? "open" : "none";
  }
  if (!isStanding(now, fix)) return "none";
  if (now.phase === "none") return "minded";
  return now.phase === "open" || fix.at - now.since >= fence.stopMinutes! * 60_000 ? "open" : "minded";
}

function isStanding(now: Standing, { kmh, place }: Fix): boolean {
  const moved = metresApart(now.phase === "none" ? (now.hint?.fix.place ?? place) : now.place, place);
  return kmh === null ? moved <= driftWithoutSpeed : kmh <= standing && moved <= drift;
}

const higher = (one: number | null, other: number | null) =>
  one === null || other === null ? (one ?? other) : Math.max(one, other);
