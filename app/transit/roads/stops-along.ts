import { type LngLat } from "~/transit/geo/lng-lat";
import { METRES_PER_DEGREE, metresApart, metresPerDegreeEast } from "~/transit/geo/metres";
import { distancesAlong } from "~/transit/geo/path";
import { interpolate, nearestShare } from "~/transit/geo/segment";

/** Where a stop comes to lie on a given path: metres along it, metres beside it, and the place itself. */
export interface StopAlong {
  distance: number;
  offset: number;
  place: LngLat;
}

/** Never goes back and keeps the sum of squared offsets least; a stop that would go back stays at the one before it. */
export function stopsAlong(path: readonly LngLat[], stops: readonly LngLat[]): StopAlong[] {
  if (path.length === 0) return stops.map((place) => ({ distance: 0, offset: 0, place }));
  const starts = distancesAlong(path);
  const layers = stops.map((stop) => passesOf(path, starts, stop));
  const chosen = inOrder(layers);
  for (let i = 1; i < chosen.length; i++) {
    const before = chosen[i - 1]!;
    if (chosen[i]!.distance < before.distance) {
      chosen[i] = { distance: before.distance, place: before.place, offset: metresApart(before.place, stops[i]!) };
    }
  }
  return chosen;
}

const most = 12;
const backwardsCost = 1e7;

/** The path's nearest places to a stop, nearest first: one for each time it comes by within 100 metres more than the nearest, at most twelve; `starts` as `distancesAlong` gives them. */
export function passesOf(path: readonly LngLat[], starts: readonly number[], stop: LngLat): StopAlong[] {
  if (path.length === 1) return [{ distance: 0, offset: metresApart(path[0]!, stop), place: path[0]! }];
  const { offsets, parts } = besidePieces(path, stop);
  const nearest = offsets.reduce((least, offset) => Math.min(least, offset));
  const found: StopAlong[] = [];
  offsets.forEach((offset, i) => {
    const [a, b, part] = [path[i]!, path[i + 1]!, parts[i]!];
    // Inside a piece it is a nearest place; at a piece's end only where the next piece leads away, at its start only at the path's.
    const passing = part === 1 ? (parts[i + 1] ?? 0) === 0 : part > 0 || i === 0;
    if (!passing || offset > nearest + 100) return;
    const distance = starts[i]! + part * (starts[i + 1]! - starts[i]!);
    found.push({ distance, offset, place: interpolate(a, b, part) });
  });
  return found.sort((a, b) => a.offset - b.offset).slice(0, most);
}

/** For each straight piece of the path, metres from it to the stop and the part of it at which it is nearest. */
function besidePieces(path: readonly LngLat[], stop: LngLat): { offsets: Float64Array; parts: Float64Array } {
  const offsets = new Float64Array(path.length - 1);
  const parts = new Float64Array(path.length - 1);
  const east = metresPerDegreeEast(stop[1]);
  for (let i = 0; i < offsets.length; i++) {
    const [a, b] = [path[i]!, path[i + 1]!];
    const ax = (a[0] - stop[0]) * east;
    const ay = (a[1] - stop[1]) * METRES_PER_DEGREE;
    const dx = (b[0] - a[0]) * east;
    const dy = (b[1] - a[1]) * METRES_PER_DEGREE;
    const part = nearestShare(ax, ay, dx, dy);
    parts[i] = part;
    offsets[i] = Math.hypot(ax + part * dx, ay + part * dy);
  }
  return { offsets, parts };
}

function inOrder(layers: StopAlong[][]): StopAlong[] {
  let costs: number[] = [];
  const from: number[][] = [];
  layers.forEach((layer, i) => {
    const before = layers[i - 1] ?? [];
    from[i] = [];
    costs = layer.map((here, h) => {
      let best = i === 0 ? 0 : Infinity;
      before.forEach((there, t) => {
        const cost = costs[t]! + (here.distance < there.distance ? backwardsCost : 0);
        if (cost < best) [best, from[i]![h]] = [cost, t];
      });
      return best + here.offset ** 2;
    });
  });
  const chosen: StopAlong[] = [];
  let at = costs.indexOf(Math.min(...costs));
  for (let i = layers.length - 1; i >= 0; i--) {
    chosen[i] = layers[i]![at]!;
    at = from[i]![at] ?? 0;
  }
  return chosen;
}
