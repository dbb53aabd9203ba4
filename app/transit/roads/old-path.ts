import { type LngLat } from "~/transit/geo/lng-lat";
import { metresApart } from "~/transit/geo/metres";
import { describeGap, type MatchedGap } from "./gap";
import type { OldPath } from "./kept-pieces";
import type { LaidPath } from "./lay-path";
import { withPlaces } from "./path-places";
import { stopsAlong } from "./stops-along";

type KnownGap = Omit<MatchedGap, "ratio">;

/** Its own gaps where they still lie between these stops, else new ones; `moved`: those whose stops may have gone. */
export function oldPath(
  points: readonly LngLat[],
  gaps: readonly KnownGap[],
  freeHand: OldPath["freeHand"],
  stops: readonly LngLat[],
  moved: ReadonlySet<number>,
): OldPath {
  if (stillBetween(points, gaps, stops, moved))
    return {
      points,
      freeHand,
      gaps: gaps.map((gap) => ({ ...gap, ratio: gap.straightLength > 0 ? gap.routeLength / gap.straightLength : 1 })),
    };
  const breaks = freeHand.map(([pathFrom, pathTo]) => ({ pathFrom, pathTo, length: 0, cause: "no-road" as const }));
  const bare: LaidPath = { path: [...points], edges: [], points: [], breaks, length: 0 };
  const along = stopsAlong(points, stops);
  const { laid, marks } = withPlaces(bare, along);
  const found = marks.slice(1).map((to, i) =>
    describeGap({
      from: i,
      to: i + 1,
      pathFrom: marks[i]!.index,
      pathTo: to.index,
      causes: [],
      routeLength: to.distance - marks[i]!.distance,
      straightLength: metresApart(stops[i]!, stops[i + 1]!),
      offsets: [along[i]!.offset, along[i + 1]!.offset],
    }),
  );
  return { points: laid.path, gaps: found, freeHand: laid.breaks.map(({ pathFrom, pathTo }) => [pathFrom, pathTo]) };
}

/** Metres from its place on the path at which a stop is no longer the one that was matched there. */
const elsewhere = 100;

function stillBetween(
  points: readonly LngLat[],
  gaps: readonly KnownGap[],
  stops: readonly LngLat[],
  moved: ReadonlySet<number>,
): boolean {
  if (gaps.length !== stops.length - 1) return false;
  const inOrder = gaps.every(
    ({ pathFrom, pathTo }, i) =>
      pathFrom >= 0 && pathFrom <= pathTo && pathTo < points.length && (i === 0 || gaps[i - 1]!.pathTo === pathFrom),
  );
  const atIts = (stop: LngLat, i: number) => {
    if (moved.has(i - 1) || moved.has(i) || gaps[i - 1]?.broken || gaps[i]?.broken) return true;
    return metresApart(points[gaps[i]?.pathFrom ?? gaps[i - 1]!.pathTo]!, stop) <= elsewhere;
  };
  return inOrder && stops.every(atIts);
}
