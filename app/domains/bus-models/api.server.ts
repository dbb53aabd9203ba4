import { z } from "zod";
import { api, endpoint } from "~/kit/page/http/api.server";
import { plainCalls } from "~/kit/room/calls.server";
import { may } from "./policy";
import {
  allBusModels,
  busModelOptions,
  createBusModel,
  deleteBusModels,
  isBusModelNumFree,
  listBusModels,
  updateBusModel,
} from "./queries.server";
import { BusModelAdd, BusModelDelete, BusModelNumCheck, BusModelOption, BusModelRow, BusModelUpdate } from "./schema";
import { busModelTable } from "./table";

export const busModelApi = api("/api/bus/model/v1.0", {
  ...plainCalls(
    {
      may,
      table: busModelTable,
      key: "modelUuid",
      row: BusModelRow,
      add: BusModelAdd,
      update: BusModelUpdate,
      remove: BusModelDelete,
    },
    { list: listBusModels, all: allBusModels, create: createBusModel, update: updateBusModel, remove: deleteBusModels },
  ),
  validModelNum: endpoint(may.read, BusModelNumCheck, z.boolean(), isBusModelNumFree),
});

/** The selector of models in the calls of buses. */
export const busModelSelectorApi = api("/api/bus/v1.0", {
  busModelSelector: endpoint(may.read, z.object({}), z.array(BusModelOption), busModelOptions),
});
