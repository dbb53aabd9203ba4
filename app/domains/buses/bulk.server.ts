import { inTransaction } from "~/kernel/db/pool.server";
import type { Bulk } from "~/kernel/rooms/bulk.server";
import { contradictions, refuseUnfitKeys } from "./fitting.server";
import type { LinePeriod } from "./periods";
import { may } from "./policy";
import { busSource, busUses, deleteBuses } from "./queries.server";
import { busRoom } from "./room";
import { BusBulk, type BusFilters, type BusRow, type BusValues, scrapped } from "./schema";
import { busTable } from "./table";
import { today } from "~/kernel/time/today.server";

/** What may be done to many buses at once. */
export const busBulk: Bulk<BusRow, typeof BusFilters, typeof BusBulk> = {
  room: busRoom,
  may,
  table: busTable,
  source: busSource,
  edit: BusBulk,
  check: (viewer, changes) => inTransaction((trx) => refuseUnfitKeys(trx, viewer, changes)),
  refusal: (after: BusValues & { lines: LinePeriod[] }) => {
    const running = after.busState === scrapped && after.lines.some(({ endDate }) => endDate === null || endDate >= today());
    return running ? "还有授权线路，请先结束授权线路再报废" : contradictions(after, undefined)[0]?.message;
  },
  uses: busUses,
  remove: deleteBuses,
};
