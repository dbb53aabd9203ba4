import { z } from "zod";
import { api, endpoint } from "~/kernel/http/api.server";
import { pageListOf, pageListRequest, pageListReply } from "~/kernel/tables/page-list.server";
import { today } from "~/kernel/time/today.server";
import { may } from "./policy";
import { allStations, createStation, deleteStations, isStationNumFree, linesOfStation, listStations, updateStation } from "./queries.server";
import { LineOfStation, StationAdd, StationDelete, StationFilters, StationKey, StationNumCheck, StationRow, StationUpdate } from "./schema";
import { stationTable } from "./table";

const lineTypeNames: Record<number, string> = { 1: "上下行", 2: "环行" };

export const stationApi = api("/api/sta/v1.0", {
  pageList: endpoint(may.read, pageListRequest(stationTable), pageListReply(StationRow), (viewer, state) => pageListOf(state, listStations(viewer, state))),
  list: endpoint(may.read, StationFilters, z.array(StationRow), allStations),
  add: endpoint(may.write, StationAdd, StationRow, createStation),
  update: endpoint(may.write, StationUpdate, StationRow, (viewer, { staUuid, version, ...changes }) => updateStation(viewer, staUuid, changes, version)),
  delete: endpoint(may.remove, StationDelete, z.null(), async (viewer, keys) => {
    await deleteStations(viewer, keys);
    return null;
  }),
  validStationNum: endpoint(may.read, StationNumCheck, z.boolean(), isStationNumFree),
  getLineBySta: endpoint(may.read, StationKey, z.array(LineOfStation), async (viewer, { staUuid }) => {
    const lines = await linesOfStation(viewer, staUuid, today());
    return lines.filter((line) => line.standing === "effective").map((line) => ({ ...line, lineTypeName: lineTypeNames[line.lineType] ?? "" }));
  }),
});
