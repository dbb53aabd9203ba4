import { useLoaderData } from "@remix-run/react";
import { offeredItems } from "~/domains/dictionaries/queries.server";
import { page } from "~/kit/page/http/page.server";
import { ListScreen, screen } from "~/kit/page/screens";
import { listPage } from "~/kit/page/tables/list-loader.server";
import { sheetOffer } from "~/kit/room/sheets/sheet-registry";
import { readState, type TableState } from "~/kit/page/tables/state";
import { searchKeys, type StationFilters } from "../filters";
import { listStations } from "../queries.server";
import { doubtfulUrl } from "../readings/table";
import { stationRoom } from "../room";
import { nearbyTable, stationTable } from "../table";

export const handle = screen({ title: stationRoom.title });

export const loader = page(stationRoom.may.read, async (call) => {
  const asked = readState(stationTable, call.url);
  const near = asked.filters.lng !== undefined && asked.filters.lat !== undefined;
  const table = near ? nearbyTable : stationTable;
  const state = withoutHalfBox(near ? readState(table, call.url) : withoutHalfPoint(asked));
  const [list, { staSearchKey }] = await Promise.all([
    listPage(call, stationRoom.may, table, listStations, state),
    offeredItems("staSearchKey"),
  ]);
  const offered = searchKeys.filter(({ value }) => !staSearchKey || staSearchKey.includes(value));
  return { near, ...list, choices: { searchKey: offered }, sheet: sheetOffer(call.viewer, stationRoom.url) };
});

export default function Stations() {
  const { near, ...list } = useLoaderData<typeof loader>();
  return (
    <ListScreen
      {...list}
      room={stationRoom}
      table={near ? nearbyTable : stationTable}
      actions={
        <a className="button" href={doubtfulUrl}>
          站名读音
        </a>
      }
      emptyText="还没有站点：可以新增，或在“地图数据下载”中导入地图数据。"
    />
  );
}

/** A point takes both its numbers: with one alone the list is not narrowed, and says so. */
function withoutHalfPoint(state: TableState<StationFilters>): TableState<StationFilters> {
  const { lng, lat, radius } = state.filters;
  const refused = state.ignored.some(({ name }) => name === "lng" || name === "lat");
  if (refused || (lng ?? lat ?? radius) === undefined) return state;
  return {
    ...state,
    ignored: [...state.ignored, { name: lng === undefined ? "lng" : "lat", message: "请同时填写经度和纬度" }],
  };
}

const sides = ["minLng", "minLat", "maxLng", "maxLat"] as const;

function withoutHalfBox(state: TableState<StationFilters>): TableState<StationFilters> {
  const missing = sides.find((side) => state.filters[side] === undefined);
  if (
    !missing ||
    sides.every((side) => state.filters[side] === undefined) ||
    state.ignored.some(({ name }) => name === missing)
  )
    return state;
  return { ...state, ignored: [...state.ignored, { name: missing, message: "请填写矩形的四边" }] };
}
