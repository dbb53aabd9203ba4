import { page } from "~/kit/page/http/page.server";
import { exportPage } from "~/kit/page/tables/export.server";
import { streamStations } from "../queries.server";
import { stationRoom } from "../room";
import { nearbyTable, stationTable } from "../table";

export const loader = page(stationRoom.may.read, (call) => {
  const { searchParams: query } = call.url;
  return exportPage(call, query.get("lng") && query.get("lat") ? nearbyTable : stationTable, streamStations, "站点");
});
