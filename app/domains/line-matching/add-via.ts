import { distanceBetween } from "~/transit/geo/lng-lat";
import type { Via } from "~/domains/line-versions/schema";

type Place = { lng: number; lat: number };

/** The points to pass with another one put where it lengthens the straight way between its gap's stations least. */
export function withVia(vias: readonly Via[], via: Via, stations: readonly Place[]): Via[] {
  const own = vias.filter(({ gap }) => gap === via.gap);
  const chain: Place[] = [stations[via.gap]!, ...own, stations[via.gap + 1]!];
  const longer = chain.slice(1).map((to, i) => between(chain[i]!, via) + between(via, to) - between(chain[i]!, to));
  const at = longer.indexOf(Math.min(...longer));
  return [
    ...vias.filter(({ gap }) => gap < via.gap),
    ...own.slice(0, at),
    via,
    ...own.slice(at),
    ...vias.filter(({ gap }) => gap > via.gap),
  ];
}

const between = (a: Place, b: Place) => distanceBetween([a.lng, a.lat], [b.lng, b.lat]);
