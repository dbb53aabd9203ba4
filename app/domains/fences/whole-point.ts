import type { TableState } from "~/kit/page/tables/state";
import type { LngLat } from "~/transit/geo/lng-lat";

export const pointAsked = ({ filters: { lng, lat } }: Pick<TableState, "filters">): LngLat | null =>
  typeof lng === "number" && typeof lat === "number" ? [lng, lat] : null;

/** A point takes both its numbers: with one alone the list is not narrowed, and says so. */
export function wholePoint(state: TableState): TableState {
  const { lng, lat } = state.filters;
  if ((lng === undefined) === (lat === undefined) || state.ignored.some(({ name }) => name === "lng" || name === "lat"))
    return state;
  return {
    ...state,
    ignored: [...state.ignored, { name: lng === undefined ? "lng" : "lat", message: "请同时填写经度和纬度" }],
  };
}
