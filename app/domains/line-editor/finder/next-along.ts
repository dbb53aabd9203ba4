import type { LngLat } from "~/transit/geo/lng-lat";
import { bearing, metresApart, turnBetween } from "~/transit/geo/metres";

export interface Stop {
  staUuid: string;
  lng: number;
  lat: number;
  azimuth: number | null;
}

/** Metres: what a stop that faces away from the way costs, and by how much the best of several must lead to be chosen unasked. */
const facingAway = 1000;
const clearly = 300;

/** For each list of stops that may be meant, driven in turn between two known ones: all with their cost, the likeliest first. */
export function rankInTurn<S extends Stop>(
  from: Stop | undefined,
  lists: readonly (readonly S[])[],
  to?: Stop,
): { stop: S; cost: number }[][] {
  const wanted = lists.map((list, nth) => ({ list, nth })).filter(({ list }) => list.length > 0);
  const ahead = driven(from, wanted);
  const behind = driven(to, wanted.toReversed(), true).toReversed();
  const ranked: { stop: S; cost: number }[][] = lists.map(() => []);
  wanted.forEach(({ list, nth }, at) => {
    ranked[nth] = list
      .map((stop, which) => ({ stop, cost: ahead[at]![which]! + behind[at]![which]! }))
      .sort((a, b) => a.cost - b.cost);
  });
  return ranked;
}

export function clearFirst<S>([first, second]: readonly { stop: S; cost: number }[]): S | undefined {
  return first && (!second || second.cost - first.cost >= clearly) ? first.stop : undefined;
}

export function orderAlong<S extends Stop>(from: Stop | undefined, stops: readonly S[]): S[] {
  const left = [...stops];
  const ordered: S[] = [];
  for (let last = from; left.length > 0; last = ordered.at(-1)) {
    const costs = left.map((stop) => costOf(last, stop));
    ordered.push(...left.splice(costs.indexOf(Math.min(...costs)), 1));
  }
  return ordered;
}

export const isAhead = (from: Stop, to: Stop) => costOf(from, to) < facingAway + metresApart(at(from), at(to));

function driven(start: Stop | undefined, lists: readonly { list: readonly Stop[] }[], backwards = false): number[][] {
  const cost = (one: Stop | undefined, other: Stop) => (backwards && one ? costOf(other, one) : costOf(one, other));
  const sums: number[][] = [];
  lists.forEach(({ list }, nth) => {
    const before = lists[nth - 1]?.list;
    sums.push(
      list.map((stop) =>
        before ? Math.min(...before.map((one, which) => sums[nth - 1]![which]! + cost(one, stop))) : cost(start, stop),
      ),
    );
  });
  return sums;
}

function costOf(from: Stop | undefined, to: Stop): number {
  if (!from) return 0;
  if (from.staUuid === to.staUuid) return 3 * facingAway;
  const way = bearing(at(from), at(to));
  const away = [from, to].filter(({ azimuth }) => azimuth !== null && turnBetween(azimuth, way) > 80);
  return metresApart(at(from), at(to)) + facingAway * away.length;
}

const at = ({ lng, lat }: Stop): LngLat => [lng, lat];
