import type { Bulk } from "~/kit/room/bulk.server";
import { may } from "./policy";
import { deleteUpdateLogs, updateLogSource } from "./queries.server";
import { updateLogRoom } from "./room";
import { UpdateLogBulk, type UpdateLogFilters, type UpdateLogRow } from "./schema";
import { updateLogTable } from "./table";

/** What may be done to many of them at once. */
export const updateLogBulk: Bulk<UpdateLogRow, typeof UpdateLogFilters, typeof UpdateLogBulk> = {
  room: updateLogRoom,
  may,
  table: updateLogTable,
  source: updateLogSource,
  edit: UpdateLogBulk,
  remove: deleteUpdateLogs,
};
