import { type BatchRoom, refusalsIn } from "~/kit/room/batches.server";
import { attemptRow } from "~/kit/room/write-batch.server";
import { lineRoom } from "./line-room";
import { may } from "./policy";
import { deleteLines, lineSearch, restoreLine, updateLine } from "./queries.server";

/** How what was done to many lines at once is taken back: each by its own verb, as their versions and places have rules. */
export const lineBatch: BatchRoom = {
  room: lineRoom as never,
  may,
  source: lineSearch,
  update: async (trx, viewer, rows) => {
    const results = [];
    for (const { row, values } of rows) {
      const { lineUuid, version, ...changes } = values as { lineUuid: string; version: number };
      results.push(
        await attemptRow(trx, row, async () => (await updateLine(viewer, lineUuid, changes, version)).lineUuid),
      );
    }
    return refusalsIn(results);
  },
  restore: restoreLine,
  remove: deleteLines,
};
