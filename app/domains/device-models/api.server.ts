import { z } from "zod";
import { api, endpoint } from "~/kit/page/http/api.server";
import { plainCalls } from "~/kit/room/calls.server";
import { may } from "./policy";
import {
  allDeviceModels,
  createDeviceModel,
  deleteDeviceModels,
  isDeviceModelNumFree,
  listDeviceModels,
  updateDeviceModel,
} from "./queries.server";
import { DeviceModelAdd, DeviceModelDelete, DeviceModelNumCheck, DeviceModelRow, DeviceModelUpdate } from "./schema";
import { deviceModelTable } from "./table";

export const deviceModelApi = api("/api/dev/model/v1.0", {
  ...plainCalls(
    {
      may,
      table: deviceModelTable,
      key: "modelUuid",
      row: DeviceModelRow,
      add: DeviceModelAdd,
      update: DeviceModelUpdate,
      remove: DeviceModelDelete,
    },
    {
      list: listDeviceModels,
      all: allDeviceModels,
      create: createDeviceModel,
      update: updateDeviceModel,
      remove: deleteDeviceModels,
    },
  ),
  validDeviceModelNum: endpoint(may.read, DeviceModelNumCheck, z.boolean(), isDeviceModelNumFree),
});
