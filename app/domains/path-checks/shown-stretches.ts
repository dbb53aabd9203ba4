import type { LngLat } from "~/transit/geo/lng-lat";
import { causeParts } from "~/transit/roads/gap";
import type { Stretch } from "./schema";
import { partOf, type StoredStretch } from "./stretches";

export function shownStretches(path: readonly LngLat[], stretches: readonly StoredStretch[]): Stretch[] {
  return stretches.map(({ from, to, cause, whiteUuid = null }) => ({
    from: Math.round(from),
    to: Math.round(to),
    metres: Math.round(to - from),
    cause,
    whiteUuid,
    causeName: causeInWords(cause),
    path: partOf(path, from, to).map(([lng, lat]) => [Number(lng.toFixed(7)), Number(lat.toFixed(7))]),
  }));
}

const checkCauses: Record<string, string> = {
  "no-road": "附近没有公交可走的道路",
  "against-traffic": "道路只能反方向行驶",
  closed: "不许公交通行",
  building: "在建，尚未通车",
};

function causeInWords(cause: string): string {
  const [kind, roads] = causeParts(cause);
  return `${roads}${checkCauses[kind] ?? kind}`;
}
