import type { TableState } from "~/kit/page/tables/state";
import type { FenceFilters } from "./schema";

/** A point takes both its numbers: with one alone the list is not narrowed, and says so. */
export function wholePoint(state: TableState<FenceFilters>): TableState<FenceFilters> {
  const { lng, lat } = state.filters;
  if ((lng === undefined) === (lat === undefined) || state.ignored.some(({ name }) => name === "lng" || name === "lat"))
    return state;
  return {
    ...state,
    ignored: [...state.ignored, { name: lng === undefined ? "lng" : "lat", message: "请同时填写经度和纬度" }],
  };
}
