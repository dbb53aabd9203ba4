import type { ServedRoom } from "~/kit/room/served.server";
import { type BatchRoom, batchRoomOf } from "~/kit/room/batches.server";
import type { GoodRow } from "~/kit/room/write-batch.server";

/** How what was done to many clips at once is taken back: what the program spoke is spoken again, as its file is gone. */
export function clipBatch(served: ServedRoom): BatchRoom {
  const batch = batchRoomOf(served);
  return { ...batch, update: (trx, viewer, rows) => batch.update(trx, viewer, rows.map(spokenAgain)) };
}

function spokenAgain({ row, values }: GoodRow): GoodRow {
  if (values.source !== "spoken") return { row, values };
  const { audioUuid, version, source, text } = values;
  return { row, values: { audioUuid, version, source, ...(text !== undefined && { text }) } };
}
