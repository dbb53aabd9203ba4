import type { LngLat } from "~/transit/geo/lng-lat";
import { causeInWords } from "./causes";
import type { Stretch } from "./schema";
import { partOf, type StoredStretch } from "./stretches";

export function shownStretches(path: readonly LngLat[], stretches: readonly StoredStretch[]): Stretch[] {
  return stretches.map(({ from, to, cause, whiteUuid = null }) => ({
    ...{ from: Math.round(from), to: Math.round(to), metres: Math.round(to - from), cause, whiteUuid },
    causeName: causeInWords(cause),
    path: partOf(path, from, to).map(([lng, lat]) => [Number(lng.toFixed(7)), Number(lat.toFixed(7))]),
  }));
}
