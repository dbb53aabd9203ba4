import { distanceBetween, type LngLat } from "~/transit/geo/lng-lat";
import { turnBetween, bearing } from "~/transit/geo/metres";

export interface PlacedCandidate {
  staSelfCode?: string;
  staName?: string;
  /** Degrees in which buses leave it. */
  azimuth?: number | null;
  lng: number;
  lat: number;
}

/** Metres that a station counts farther where buses leave it the other way: as a road is wide, and more. */
const otherSide = 150;

/** Of the candidates at each place of a journey those that make the shortest one, with stations for the other direction counted farther. Answers one of each. */
export function chooseAlong<C extends PlacedCandidate>(offered: readonly (readonly C[])[]): C[] {
  const at = ({ lng, lat }: C): LngLat => [lng, lat];
  const away = (one: C, leg: number) => {
    if (one.azimuth === null || one.azimuth === undefined) return 0;
    return turnBetween(one.azimuth, leg) > 90 ? otherSide : 0;
  };
  const best: { cost: number; from: number }[][] = [];
  offered.forEach((candidates, place) => {
    const before = offered[place - 1];
    best.push(
      candidates.map((one) => {
        if (!before) return { cost: 0, from: -1 };
        return before
          .map((other, from) => {
            const leg = bearing(at(other), at(one));
            const metres = distanceBetween(at(other), at(one)) + away(other, leg) + away(one, leg);
            return { cost: best[place - 1]![from]!.cost + metres, from };
          })
          .reduce((least, next) => (next.cost < least.cost ? next : least));
      }),
    );
  });
  const chosen: C[] = [];
  let last = (best.at(-1) ?? []).reduce((least, { cost }, index, all) => (cost < all[least]!.cost ? index : least), 0);
  for (let place = offered.length - 1; place >= 0; place--) {
    chosen.unshift(offered[place]![last]!);
    last = best[place]![last]!.from;
  }
  return chosen;
}
