import { offerLines } from "~/domains/lines/queries.server";
import { inTransaction } from "~/kit/data/db/pool.server";
import { bulkOf } from "~/kit/room/bulk.server";
import type { Period } from "~/kit/room/periods";
import { scrapped } from "./choices";
import { findContradictions, refuseUnfitKeys } from "./fitting.server";
import { hasEnded } from "./lines.server";
import { changeWithLine, refuseEarlier } from "./move.server";
import type { BusValues } from "./room";
import { buses } from "./room.server";
import { BusBulkForm } from "./work-forms";

type Changes = Partial<BusValues> & { lineFrom?: string | null };

/** What may be done to many buses at once, their line from a day on too; a bus that runs on lines is not scrapped this way. */
export const busBulk: ReturnType<typeof bulkOf> = {
  ...bulkOf(buses),
  edit: BusBulkForm,
  beside: { lineFrom: "lineUuid" },
  offers: { lineUuid: offerLines },
  check: (viewer, changes) =>
    inTransaction(async (trx) => {
      refuseEarlier((changes as Changes).lineFrom, "lineFrom");
      await refuseUnfitKeys(trx, viewer, changes as Changes);
    }),
  oneByOne: (changes) =>
    "lineUuid" in changes ? (trx, viewer, key) => changeWithLine(trx, viewer, key, changes as Changes) : undefined,
  refusal: (after: BusValues & { lines: Period[] }) => {
    const running = after.busState === scrapped && !after.lines.every(hasEnded);
    return running ? "还有授权线路，请先结束授权线路再报废" : findContradictions(after, undefined)[0]?.message;
  },
};
