import { createHash } from "node:crypto";
import type { MatchResult, Place } from "~/transit/roads/match";
import { lengthOf, measureStops } from "../measure";
import type { MatchProposal, Via } from "../schema";

type Found = Pick<
  MatchProposal,
  | "proposal"
  | "path"
  | "gaps"
  | "vias"
  | "freeHand"
  | "distances"
  | "mileage"
  | "matchState"
  | "matchRatio"
  | "edgeKeys"
>;

/** A match as it is proposed: rounded, measured, and named by a key that changes with anything of it. */
export function proposalOf(found: MatchResult, places: readonly Place[], vias: Via[]): Found {
  const path = found.path.map(([lng, lat]): [number, number] => [round(lng, 7), round(lat, 7)]);
  const gaps = found.gaps.map(
    ({ from, to, pathFrom, pathTo, routeLength, straightLength, confidence, broken, reason }) => ({
      ...{ from, to, pathFrom, pathTo, broken, reason },
      ...{
        routeLength: round(routeLength, 1),
        straightLength: round(straightLength, 1),
        confidence: round(confidence, 3),
      },
    }),
  );
  const matchRatio = round(found.matchedShare, 4);
  const stops = places.map(({ lng, lat }) => [lng, lat] as const);
  return {
    proposal: createHash("sha256")
      .update(JSON.stringify([stops, path, vias, found.freeHand]))
      .digest("hex")
      .slice(0, 32),
    ...{ path, gaps, vias, freeHand: found.freeHand },
    distances: measureStops(path, stops).map(({ distance }) => distance),
    mileage: lengthOf(path),
    matchState: matchStateOf(gaps, matchRatio),
    matchRatio,
    edgeKeys: found.edges.map(({ edgeKey, forward }) => `${edgeKey}${forward ? "+" : "-"}`),
  };
}

export function matchStateOf(gaps: readonly { broken: boolean }[], matchRatio: number): "full" | "partial" | "none" {
  if (matchRatio === 0) return "none";
  return gaps.some(({ broken }) => broken) || matchRatio < 0.95 ? "partial" : "full";
}

function round(value: number, digits: number): number {
  return Number(value.toFixed(digits));
}
