import type { Bulk } from "~/kit/room/bulk.server";
import { may } from "./policy";
import { deleteBusModels, busModelSource, busModelUses } from "./queries.server";
import { busModelRoom } from "./room";
import { BusModelBulk, type BusModelFilters, type BusModelRow } from "./schema";
import { busModelTable } from "./table";

/** What may be done to many bus models at once. */
export const busModelBulk: Bulk<BusModelRow, typeof BusModelFilters, typeof BusModelBulk> = {
  room: busModelRoom,
  may,
  table: busModelTable,
  source: busModelSource,
  edit: BusModelBulk,
  uses: busModelUses,
  remove: deleteBusModels,
};
