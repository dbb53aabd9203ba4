import type { LngLat } from "~/transit/geo/lng-lat";
import { METRES_PER_DEGREE, metresPerDegreeEast } from "~/transit/geo/metres";
import { distanceToSegment } from "~/transit/geo/segment";
import { roadName } from "./edges";
import type { OsmExtract } from "./extract";
import { cellsBetween, Grid } from "./grid";
import type { StopPlace } from "./route-relation";
import { isPlatform } from "./stop-roles";
import { tidyText } from "./text";

/** Writes the name of the nearest named road within 40 m into each place. */
export function nameRoads(places: StopPlace[], { ways, nodes }: OsmExtract): void {
  const grid = new Grid<StopPlace>();
  for (const place of places)
    for (const cell of cellsBetween([place.lng, place.lat], [place.lng, place.lat], 1)) grid.add(cell, place);
  const nearest = new Map<StopPlace, number>();
  for (const { tags, refs } of ways) {
    const name = tags.highway && !isPlatform(tags) ? tidyText(roadName(tags)) : "";
    if (!name || !places.length) continue;
    let a: LngLat | undefined;
    for (const ref of refs) {
      const b = nodes.position(ref);
      if (a && b) {
        for (const cell of cellsBetween(a, b, 0)) {
          for (const place of grid.at(cell)) {
            const metres = metresToSegment(place, a, b);
            if (metres >= (nearest.get(place) ?? 40)) continue;
            nearest.set(place, metres);
            place.road = name;
          }
        }
      }
      a = b;
    }
  }
}

function metresToSegment({ lng, lat }: StopPlace, a: LngLat, b: LngLat): number {
  const east = metresPerDegreeEast(lat);
  const [ax, ay] = [(a[0] - lng) * east, (a[1] - lat) * METRES_PER_DEGREE];
  return distanceToSegment(0, 0, ax, ay, (b[0] - lng) * east, (b[1] - lat) * METRES_PER_DEGREE);
}
