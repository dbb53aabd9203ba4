import { inTransaction } from "~/kit/data/db/pool.server";
import { bulkOf } from "~/kit/room/bulk.server";
import type { Period } from "~/kit/room/periods";
import { scrapped } from "./choices";
import { findContradictions, refuseUnfitKeys } from "./fitting.server";
import { hasEnded } from "./lines.server";
import type { BusValues } from "./room";
import { buses } from "./room.server";

/** What may be done to many buses at once; a bus that runs on lines is not scrapped this way. */
export const busBulk: ReturnType<typeof bulkOf> = {
  ...bulkOf(buses),
  check: (viewer, changes) => inTransaction((trx) => refuseUnfitKeys(trx, viewer, changes as Partial<BusValues>)),
  refusal: (after: BusValues & { lines: Period[] }) => {
    const running = after.busState === scrapped && !after.lines.every(hasEnded);
    return running ? "还有授权线路，请先结束授权线路再报废" : findContradictions(after, undefined)[0]?.message;
  },
};
