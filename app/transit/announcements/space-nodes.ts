import type { DrivenPath } from "./driven-path";
import type { LineStation } from "./model";

export interface Spot {
  station: number;
  isArrival: boolean;
  distance: number;
  radius: number;
}

/** Metres: a smaller circle is passed between two positions of a second, or missed by their error. */
const surestRadius = 30;
/** Metres between the places where two announcements begin, three seconds of driving. */
const apart = 25;

/** Where stops stand close, both announcements of a gap begin nearer to their stops; the circles keep their size. */
export function spaceNodes(path: DrivenPath, along: readonly number[], stations: readonly LineStation[]): Spot[] {
  const spots: Spot[] = [];
  for (let station = 0; station + 1 < stations.length; station++) {
    const [from, to] = [along[station]!, along[station + 1]!];
    const [lead, ahead] = [stations[station]!.outRadius, stations[station + 1]!.inRadius];
    const share = Math.min(1, (to - from - Math.min(apart, (to - from) / 3)) / (lead + ahead));
    const radius = Math.max(surestRadius, Math.floor((ahead * share) / 2));
    spots.push(
      { station, isArrival: false, radius: surestRadius, distance: from + lead * share + surestRadius },
      { station: station + 1, isArrival: true, radius, distance: to - ahead * share + radius },
    );
  }
  return keepApart(spots, path.length);
}

/** Distances rise by at least half a metre and stay on the path. */
function keepApart(spots: Spot[], length: number): Spot[] {
  const step = 0.5;
  for (let at = 1; at < spots.length; at++)
    spots[at]!.distance = Math.max(spots[at]!.distance, spots[at - 1]!.distance + step);
  let most = length;
  for (let at = spots.length - 1; at >= 0; at--) {
    spots[at]!.distance = Math.max(0, Math.min(spots[at]!.distance, most));
    most = spots[at]!.distance - step;
  }
  return spots;
}
