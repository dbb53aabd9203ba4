import { digestOf } from "~/kit/ground/digest.server";
import type { MatchResult, Place } from "~/transit/roads/match";
import { lengthOf, measureStops } from "~/domains/line-versions/sequence/measure";
import type { Via } from "~/domains/line-versions/schema";
import { matchStateOf } from "~/domains/line-versions/match-state";

/** A match as it is proposed: rounded, measured, and named by a key that changes with anything of it. */
export function proposalOf(found: MatchResult, places: readonly Place[], vias: Via[]) {
  const path = found.path.map(([lng, lat]): [number, number] => [round(lng, 7), round(lat, 7)]);
  const gaps = found.gaps.map(
    ({ from, to, pathFrom, pathTo, routeLength, straightLength, confidence, broken, reason }) => ({
      from,
      to,
      pathFrom,
      pathTo,
      broken,
      reason,
      routeLength: round(routeLength, 1),
      straightLength: round(straightLength, 1),
      confidence: round(confidence, 3),
    }),
  );
  const matchRatio = round(found.matchedShare, 4);
  const stops = places.map(({ lng, lat }) => [lng, lat] as const);
  const measured = measureStops(path, stops);
  return {
    proposal: digestOf([stops, path, vias, found.freeHand]),
    path,
    gaps,
    vias,
    freeHand: found.freeHand,
    distances: measured.map(({ distance }) => distance),
    mileage: lengthOf(path),
    matchState: matchStateOf(gaps, matchRatio, measured),
    matchRatio,
    edgeKeys: found.edges.map(({ edgeKey, forward }) => `${edgeKey}${forward ? "+" : "-"}`),
  };
}

function round(value: number, digits: number): number {
  return Number(value.toFixed(digits));
}
