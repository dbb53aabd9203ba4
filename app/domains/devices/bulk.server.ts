import type { Bulk } from "~/kit/room/bulk.server";
import { may } from "./policy";
import { deleteDevices, deviceSource, deviceUses } from "./queries.server";
import { deviceRoom } from "./room";
import { datesInOrder, DeviceBulk, type DeviceFilters, type DeviceRow, orderError } from "./schema";
import { deviceTable } from "./table";

/** What may be done to many devices at once; binding has a page of its own. */
export const deviceBulk: Bulk<DeviceRow, typeof DeviceFilters, typeof DeviceBulk> = {
  room: deviceRoom,
  may,
  table: deviceTable,
  source: deviceSource,
  edit: DeviceBulk,
  refusal: (after: DeviceRow) => (datesInOrder(after) ? undefined : orderError.message),
  uses: deviceUses,
  remove: deleteDevices,
};
