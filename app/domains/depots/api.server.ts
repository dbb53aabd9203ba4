import { z } from "zod";
import { api, endpoint } from "~/kernel/http/api.server";
import { pointsOf } from "~/kernel/map/shape";
import { geoArea } from "~/kernel/map/shape-rules";
import { answering, plainCalls } from "~/kernel/rooms/calls.server";
import { may } from "./policy";
import { allDepots, createDepot, deleteDepots, isParkingNumFree, listDepots, updateDepot } from "./queries.server";
import { DepotAdd, DepotDelete, DepotReply, type DepotRow, DepotUpdate, ParkingNumCheck } from "./schema";
import { depotTable } from "./table";

export const depotApi = api("/api/base/parking/info", {
  ...plainCalls(
    {
      may,
      table: depotTable,
      key: "parkingUuid",
      row: DepotReply,
      add: DepotAdd,
      update: DepotUpdate,
      remove: DepotDelete,
    },
    answering(
      { list: listDepots, all: allDepots, create: createDepot, update: updateDepot, remove: deleteDepots },
      answered,
    ),
  ),
  validParkingNum: endpoint(may.read, ParkingNumCheck, z.boolean(), isParkingNumFree),
});

function answered({ outline, ...row }: DepotRow): z.input<typeof DepotReply> {
  return {
    ...row,
    outline: outline && pointsOf(outline).map(([lng, lat]): [number, number] => [lng, lat]),
    geojson: outline && geoArea({ shape: 3, coords: outline }),
  };
}
