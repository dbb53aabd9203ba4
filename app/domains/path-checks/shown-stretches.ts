import type { LngLat } from "~/transit/geo/lng-lat";
import { checkCauses, type Stretch } from "./schema";
import { partOf, type StoredStretch } from "./stretches";

export function shownStretches(path: readonly LngLat[], stretches: readonly StoredStretch[]): Stretch[] {
  return stretches.map(({ from, to, cause, whiteUuid = null }) => ({
    ...{ from: Math.round(from), to: Math.round(to), metres: Math.round(to - from), cause, whiteUuid },
    causeName: checkCauses[cause] ?? cause,
    path: partOf(path, from, to).map(([lng, lat]) => [Number(lng.toFixed(7)), Number(lat.toFixed(7))]),
  }));
}
