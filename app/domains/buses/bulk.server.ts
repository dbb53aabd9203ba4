import { inTransaction } from "~/kit/data/db/pool.server";
import type { Bulk } from "~/kit/room/bulk.server";
import type { Period } from "~/kit/room/periods";
import { contradictions, refuseUnfitKeys } from "./fitting.server";
import { hasEnded } from "./lines.server";
import { may } from "./policy";
import { busSource, busUses, deleteBuses } from "./queries.server";
import { busRoom } from "./room";
import { BusBulk, type BusFilters, type BusRow, type BusValues, scrapped } from "./schema";
import { busTable } from "./table";

/** What may be done to many buses at once. */
export const busBulk: Bulk<BusRow, typeof BusFilters, typeof BusBulk> = {
  room: busRoom,
  may,
  table: busTable,
  source: busSource,
  edit: BusBulk,
  check: (viewer, changes) => inTransaction((trx) => refuseUnfitKeys(trx, viewer, changes)),
  refusal: (after: BusValues & { lines: Period[] }) => {
    const running = after.busState === scrapped && !after.lines.every(hasEnded);
    return running ? "还有授权线路，请先结束授权线路再报废" : contradictions(after, undefined)[0]?.message;
  },
  uses: busUses,
  remove: deleteBuses,
};
