import type { LngLat } from "~/transit/geo/lng-lat";
import { metresPerDegreeEast, METRES_PER_DEGREE } from "~/transit/geo/metres";
import { distancesAlong, placeAlong } from "~/transit/geo/path";
import { passesOf, type StopAlong, stopsAlong } from "~/transit/roads/stops-along";

/** Metres beside a path within which it serves a stop. */
const besidePath = 100;
/** Metres nearer than another pass by which one is the stop's own: a road's width apart, two may be the two ways of one road. */
const clearlyNearer = 30;
/** Metres along a path between which two passes of it by one stop are two. */
const twoPasses = 200;
/** Metres of the way back that a stop may seem to take: a platform's middle lies before or behind its pole. */
const slack = 40;
/** Metres beside the middle of its road from which a stop has a side. */
const hasSide = 2;

/** Whether a path passes places in the order in which they are given, each within 100 metres. */
export function isInOrder(path: readonly LngLat[], places: readonly LngLat[]): boolean {
  // Where a place would go back, `stopsAlong` leaves it at the one before, far from where it is.
  return stopsAlong(path, places).every(({ offset }) => offset <= besidePath);
}

/**
 * The order in which a path passes places, as indexes. Null where it can't be told: a place lies over 100 metres off,
 * the path comes by one twice on the side where its stops stand, or nearly all stand the other way round, as they do
 * where the path itself is listed backwards.
 */
export function orderAlong(path: readonly LngLat[], places: readonly LngLat[]): number[] | null {
  const starts = distancesAlong(path);
  const passes = places.map((place) => passesBy(path, starts, place));
  const side = sideOf(passes.flatMap(([only, second]) => (only && !second ? [only] : [])));
  const distances = passes.flatMap((found) => {
    const there = found.length > 1 ? found.filter((pass) => Math.sign(pass.side) === side) : found;
    return there.length === 1 ? [there[0]!.distance] : [];
  });
  if (distances.length < places.length) return null;
  const steps = distances.slice(1).map((distance, at) => distance - distances[at]!);
  const back = steps.filter((metres) => metres < -slack).length;
  const ahead = steps.filter((metres) => metres > slack).length;
  if (back > 3 * ahead) return null;
  return places.map((_, at) => at).sort((a, b) => distances[a]! - distances[b]! || a - b);
}

/** A pass of a path by a stop; metres beside it, to the right counted positive. */
type Pass = StopAlong & { side: number };

/** The passes within 100 metres and hardly farther than the nearest, one for each 200 metres of the path. */
function passesBy(path: readonly LngLat[], starts: readonly number[], stop: LngLat): Pass[] {
  const apart: Pass[] = [];
  const passes = passesOf(path, starts, stop);
  const within = Math.min(besidePath, (passes[0]?.offset ?? 0) + clearlyNearer);
  for (const pass of passes) {
    const isNew = apart.every(({ distance }) => Math.abs(distance - pass.distance) > twoPasses);
    if (pass.offset <= within && isNew) apart.push({ ...pass, side: besideOf(path, starts, pass, stop) });
  }
  return apart;
}

function besideOf(path: readonly LngLat[], starts: readonly number[], { distance, offset }: StopAlong, stop: LngLat) {
  const [from, to] = [placeAlong(path, starts, distance - 5), placeAlong(path, starts, distance + 5)];
  const east = metresPerDegreeEast(stop[1]);
  const [ahead, up] = [(to[0] - from[0]) * east, (to[1] - from[1]) * METRES_PER_DEGREE];
  const [x, y] = [(stop[0] - from[0]) * east, (stop[1] - from[1]) * METRES_PER_DEGREE];
  return offset < hasSide ? 0 : Math.sign(x * up - y * ahead) * offset;
}

/** 1 where at least four of five stops that have a side stand to the right, -1 to the left, 0 where neither. */
function sideOf(passes: readonly Pass[]): -1 | 0 | 1 {
  const right = passes.filter(({ side }) => side > 0).length;
  const left = passes.filter(({ side }) => side < 0).length;
  if (right >= 4 * left && right > 0) return 1;
  return left >= 4 * right && left > 0 ? -1 : 0;
}
