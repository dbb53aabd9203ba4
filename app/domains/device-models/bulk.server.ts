import type { Bulk } from "~/kit/room/bulk.server";
import { may } from "./policy";
import { deleteDeviceModels, deviceModelSource, deviceModelUses } from "./queries.server";
import { deviceModelRoom } from "./room";
import { DeviceModelBulk, type DeviceModelFilters, type DeviceModelRow } from "./schema";
import { deviceModelTable } from "./table";

/** What may be done to many device models at once. */
export const deviceModelBulk: Bulk<DeviceModelRow, typeof DeviceModelFilters, typeof DeviceModelBulk> = {
  room: deviceModelRoom,
  may,
  table: deviceModelTable,
  source: deviceModelSource,
  edit: DeviceModelBulk,
  uses: deviceModelUses,
  remove: deleteDeviceModels,
};
