import { type LngLat } from "~/transit/geo/lng-lat";
import { metresApart } from "~/transit/geo/metres";
import { distancesAlong } from "~/transit/geo/path";
import type { RoadGraph } from "./graph";
import type { OldPath } from "./kept-pieces";
import { roadsUnder } from "./roads-under";
import { stopsAlong } from "./stops-along";

/** Where a stop stands elsewhere now, no way was found, or the roads under what was not drawn by hand are gone. */
export function staleGaps(graph: RoadGraph, { points, gaps, freeHand }: OldPath, stops: readonly LngLat[]): number[] {
  const at = distancesAlong(points);
  const along = stopsAlong(points, stops);
  const marks = [...gaps.map(({ pathFrom }) => pathFrom), ...gaps.slice(-1).map(({ pathTo }) => pathTo)];
  const moved = marks.map(
    (mark, stop) =>
      Math.abs(along[stop]!.distance - at[mark]!) > farther || metresApart(points[mark]!, stops[stop]!) > beside,
  );
  return gaps.flatMap(({ pathFrom, pathTo, broken }, gap) => {
    const drawn = (i: number) => freeHand.some(([from, to]) => from <= i && i < to);
    const off = Array.from({ length: pathTo - pathFrom }, (_, k) => pathFrom + k).reduce(
      (sum, i) => (drawn(i) ? sum : sum + roadsUnder(graph, points.slice(i, i + 2)).beside),
      0,
    );
    return broken || moved[gap] || moved[gap + 1] || off > Math.max(farther, 0.05 * (at[pathTo]! - at[pathFrom]!))
      ? [gap]
      : [];
  });
}

/** Metres along the path, and beside it, from which a stop counts as moved. */
const farther = 30;
const beside = 100;
