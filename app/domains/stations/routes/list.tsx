import { useLoaderData } from "@remix-run/react";
import { page } from "~/kernel/access/page.server";
import { allows } from "~/kernel/access/viewer";
import { unsent } from "~/kernel/http/unsent";
import { ListScreen, screen } from "~/kernel/screens";
import { settings } from "~/kernel/settings.server";
import { readState, type TableState } from "~/kernel/tables/state";
import { shownTime } from "~/kernel/time/shown";
import { may } from "../policy";
import { listStations } from "../queries.server";
import type { StationFilters } from "../schema";
import { nearbyTable, stationTable } from "../table";
import { stationsUrl } from "../urls";

export const handle = screen({ title: "站点管理" });

export const loader = page(may.read, async ({ viewer, url }) => {
  const asked = readState(stationTable, url);
  const near = asked.filters.lng !== undefined && asked.filters.lat !== undefined;
  const state = withoutHalfBox(near ? readState(nearbyTable, url) : withoutHalfPoint(asked));
  const { rows, total, more } = await listStations(viewer, state);
  const zone = settings().OPERATOR_TIME_ZONE;
  const shown = rows.map((row) => ({ ...row, updatedAt: shownTime(row.updatedAt, zone) }));
  return { state, near, rows: unsent(shown), total: more ? { atLeast: total } : total, mayWrite: allows(viewer, may.write), mayRemove: allows(viewer, may.remove) };
});

export default function Stations() {
  const { state, near, rows, total, mayWrite, mayRemove } = useLoaderData<typeof loader>();
  return (
    <ListScreen
      table={near ? nearbyTable : stationTable}
      state={state}
      rows={rows}
      total={total}
      addTo={mayWrite ? `${stationsUrl}/new` : undefined}
      actions={mayRemove && <a className="button" href={`${stationsUrl}/recycle`}>回收站</a>}
      emptyText="还没有站点：可以新增，或在“地图数据下载”中导入地图数据。"
    />
  );
}

/** A point takes both its numbers: with one alone the list is not narrowed, and says so. */
function withoutHalfPoint(state: TableState<StationFilters>): TableState<StationFilters> {
  const { lng, lat, radius } = state.filters;
  const refused = state.ignored.some(({ name }) => name === "lng" || name === "lat");
  if (refused || (lng ?? lat ?? radius) === undefined) return state;
  return { ...state, ignored: [...state.ignored, { name: lng === undefined ? "lng" : "lat", message: "请同时填写经度和纬度" }] };
}

const sides = ["minLng", "minLat", "maxLng", "maxLat"] as const;

/** A rectangle takes all four sides. */
function withoutHalfBox(state: TableState<StationFilters>): TableState<StationFilters> {
  const missing = sides.find((side) => state.filters[side] === undefined);
  if (!missing || sides.every((side) => state.filters[side] === undefined) || state.ignored.some(({ name }) => name === missing)) return state;
  return { ...state, ignored: [...state.ignored, { name: missing, message: "请填写矩形的四边" }] };
}
