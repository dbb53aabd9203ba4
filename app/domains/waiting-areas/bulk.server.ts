import type { Bulk } from "~/kit/room/bulk.server";
import { may } from "./policy";
import { deleteWaitingAreas, waitingAreaSource } from "./queries.server";
import { waitingAreaRoom } from "./room";
import { WaitingAreaBulk, type WaitingAreaFilters, type WaitingAreaRow } from "./schema";
import { waitingAreaTable } from "./table";

/** What may be done to many waiting areas at once. */
export const waitingAreaBulk: Bulk<WaitingAreaRow, typeof WaitingAreaFilters, typeof WaitingAreaBulk> = {
  room: waitingAreaRoom,
  may,
  table: waitingAreaTable,
  source: waitingAreaSource,
  edit: WaitingAreaBulk,
  remove: deleteWaitingAreas,
};
