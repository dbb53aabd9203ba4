import { z } from "zod";
import { api, endpoint } from "~/kit/page/http/api.server";
import { pointsOf } from "~/transit/geo/shape";
import { geoArea } from "~/kit/page/map/shape-rules";
import { answering, plainCalls } from "~/kit/room/calls.server";
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
