import type { Bulk } from "~/kit/room/bulk.server";
import { may } from "./policy";
import { deleteStations, stationSource, stationUses } from "./queries.server";
import { stationRoom } from "./room";
import { StationBulk, type StationFilters, type StationRow } from "./schema";
import { stationTable } from "./table";

/** What may be done to many stations at once. */
export const stationBulk: Bulk<StationRow, typeof StationFilters, typeof StationBulk> = {
  room: stationRoom,
  may,
  table: stationTable,
  source: stationSource,
  edit: StationBulk,
  refusal: ({ openDate, stopDate }: StationRow) =>
    openDate && stopDate && openDate > stopDate ? "停用日期不能早于启用日期" : undefined,
  uses: stationUses,
  remove: deleteStations,
};
