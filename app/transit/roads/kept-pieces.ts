import type { LngLat } from "~/transit/geo/lng-lat";
import { metresApart } from "~/transit/geo/metres";
import { distancesAlong } from "~/transit/geo/path";
import type { MatchedGap } from "./gap";
import type { Place } from "./place";
import { stopsAlong } from "./stops-along";

/** A point that the path must pass between stop `gap` and the next one; those of one gap in driving order. */
export interface Via extends Place {
  gap: number;
}

export interface KeptPiece {
  gap: number;
  points: readonly LngLat[];
  /** Whether the gap's first stop lies at its beginning, and the second at its end. */
  fromStop: boolean;
  toStop: boolean;
  /** Drawn by hand, so that its ends say nothing about the direction of driving. */
  drawn: boolean;
  /** How many of the gap's vias are passed before it. */
  after: number;
}

/** A path with its stops put on it; `freeHand` are the pairs of indexes between which it was drawn by hand. */
export interface OldPath {
  points: readonly LngLat[];
  gaps: readonly MatchedGap[];
  freeHand: readonly (readonly [from: number, to: number])[];
}

/** What stays of an old path: the gaps not `touched` whole, of the others the stretches drawn by hand. */
export function keptPieces(old: OldPath, touched: ReadonlySet<number>, vias: readonly Via[] = []): KeptPiece[] {
  return old.gaps.flatMap(({ pathFrom, pathTo }, gap) => {
    const own = vias.filter((via) => via.gap === gap);
    const cuts = stretches(pathFrom, pathTo, old.freeHand).filter(({ drawn }) => drawn || !touched.has(gap));
    const along = stopsAlong(
      old.points.slice(pathFrom, pathTo + 1),
      own.map(({ lng, lat }) => [lng, lat] as const),
    );
    const begin = distancesAlong(old.points.slice(pathFrom, pathTo + 1));
    return cuts.map(({ from, to, drawn }): KeptPiece => {
      const after = along.filter(({ distance }) => distance <= begin[from - pathFrom]!).length;
      return {
        gap,
        points: old.points.slice(from, to + 1),
        fromStop: from === pathFrom,
        toStop: to === pathTo,
        drawn,
        after,
      };
    });
  });
}

export function isKeptWhole(kept: readonly KeptPiece[], gap: number): boolean {
  const own = kept.filter((piece) => piece.gap === gap);
  return (
    own.length > 0 &&
    own[0]!.fromStop &&
    own.at(-1)!.toStop &&
    own.every(({ points }, i) => i === 0 || metresApart(own[i - 1]!.points.at(-1)!, points[0]!) === 0)
  );
}

function stretches(
  pathFrom: number,
  pathTo: number,
  freeHand: OldPath["freeHand"],
): { from: number; to: number; drawn: boolean }[] {
  const all: { from: number; to: number; drawn: boolean }[] = [];
  let at = pathFrom;
  for (const [first, last] of [...freeHand].sort((a, b) => a[0] - b[0])) {
    const [from, to] = [Math.max(first, at), Math.min(last, pathTo)];
    if (from >= to) continue;
    if (from > at) all.push({ from: at, to: from, drawn: false });
    all.push({ from, to, drawn: true });
    at = to;
  }
  if (at < pathTo || all.length === 0) all.push({ from: at, to: pathTo, drawn: false });
  return all;
}
