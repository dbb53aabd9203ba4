import type { LngLat } from "~/transit/geo/lng-lat";
import { type AssembledPath, Assembly } from "./assembly";
import type { ChainOptions } from "./chain";
import type { KeptPiece, Via } from "./kept-pieces";
import { toLngLat } from "./place";
import type { RouteSearch } from "./route";

/** Kept pieces stay point for point; between them lies the likeliest drive, in the direction of pieces on roads. */
export function assemble(
  search: RouteSearch,
  stops: readonly LngLat[],
  vias: readonly Via[],
  pieces: readonly KeptPiece[],
  options: ChainOptions,
): AssembledPath {
  const made = new Assembly(search, stops, options);
  stops.forEach((at, stop) => {
    const here = (piece: KeptPiece) =>
      (piece.gap === stop - 1 && piece.toStop) || (piece.gap === stop && piece.fromStop);
    if (!pieces.some(here)) made.pass(at, stop - 1, stop);
    const own = vias.filter(({ gap }) => gap === stop);
    const kept = pieces.filter(({ gap }) => gap === stop);
    own.forEach((via, v) => {
      for (const piece of kept) if (piece.after === v) made.keep(piece);
      made.pass(toLngLat(via), stop);
    });
    for (const piece of kept) if (piece.after >= own.length) made.keep(piece);
  });
  return made.finished();
}
