import type { StoredPath } from "./content.server";
import type { StopOnPath } from "./sequence/measure";

/** What is known of a path that has not been compared with the roads. */
export const unmatched: Omit<StoredPath, "points" | "mileage" | "source" | "places"> = {
  edgeKeys: [],
  gaps: [],
  matchState: "none",
  matchRatio: null,
  vias: [],
  freeHand: [],
};

type StopDistances = readonly Pick<StopOnPath, "distance">[];

const allOn = (measured: StopDistances) => measured.every(({ distance }) => distance !== null);

/** Full only where all of it is on roads and its stations lie on it in their order. */
export function matchStateOf(
  gaps: readonly { broken: boolean }[],
  matchRatio: number,
  measured: StopDistances,
): "full" | "partial" | "none" {
  if (matchRatio === 0) return "none";
  const whole = matchRatio >= 0.95 && !gaps.some(({ broken }) => broken);
  return whole && allOn(measured) ? "full" : "partial";
}

export function stateBetween(path: StoredPath, measured: StopDistances): StoredPath["matchState"] {
  const { matchState, matchRatio, gaps } = path;
  if (!allOn(measured)) return matchState === "full" ? "partial" : matchState;
  const isKnown = matchState === "partial" && matchRatio !== null && gaps.length === measured.length - 1;
  return isKnown ? matchStateOf(gaps, matchRatio, measured) : matchState;
}
