import { z } from "zod";
import { api, endpoint } from "~/kit/page/http/api.server";
import { plainCalls } from "~/kit/room/calls.server";
import { today } from "~/kit/ground/time/today.server";
import { may } from "./policy";
import {
  allStations,
  createStation,
  deleteStations,
  isStationNumFree,
  linesOfStation,
  listStations,
  updateStation,
} from "./queries.server";
import {
  LineOfStation,
  StationAdd,
  StationDelete,
  StationKey,
  StationNumCheck,
  StationRow,
  StationUpdate,
} from "./schema";
import { stationTable } from "./table";

const lineTypeNames: Record<number, string> = { 1: "上下行", 2: "环行" };

export const stationApi = api("/api/sta/v1.0", {
  ...plainCalls(
    {
      may,
      table: stationTable,
      key: "staUuid",
      row: StationRow,
      add: StationAdd,
      update: StationUpdate,
      remove: StationDelete,
    },
    { list: listStations, all: allStations, create: createStation, update: updateStation, remove: deleteStations },
  ),
  validStationNum: endpoint(may.read, StationNumCheck, z.boolean(), isStationNumFree),
  getLineBySta: endpoint(may.read, StationKey, z.array(LineOfStation), async (viewer, { staUuid, asOf }) => {
    const lines = await linesOfStation(viewer, staUuid, asOf ?? today());
    return lines
      .filter((line) => line.standing === "effective")
      .map((line) => ({ ...line, lineTypeName: lineTypeNames[line.lineType] ?? "" }));
  }),
});
