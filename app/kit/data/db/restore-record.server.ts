import { problem } from "~/kit/ground/problem";
import { type Author, recordChange } from "./history.server";
import { refusingDuplicates } from "./record-refusals.server";
import {
  loose,
  type Open,
  plainRecord,
  type RecordTable,
  type Row,
  searchColumns,
  withParts,
  writeVersion,
} from "./record-table";

/** Brings a deleted record back, with `changes` where a unique code has been taken meanwhile. */
export async function restoreRecord<R extends Row>(
  trx: Open,
  author: Author,
  kept: RecordTable,
  key: string,
  changes: Row = {},
): Promise<R> {
  const before = await loose(trx)
    .selectFrom(kept.table)
    .selectAll()
    .where(kept.key, "=", key)
    .where("deletedAt", "is not", null)
    .forUpdate()
    .executeTakeFirst();
  if (!before) throw problem.missing(kept.noun);
  const next = (before.version as number) + 1;
  const restored = await refusingDuplicates(trx, kept, { ...before, ...changes }, () =>
    writeVersion(trx, author, kept, key, next, {
      ...changes,
      ...searchColumns(kept, { ...before, ...changes }),
      deletedAt: null,
      deletedBy: null,
    }),
  );
  const row = await withParts<R>(trx, kept, restored as R);
  await recordChange(trx, author, {
    room: kept.room,
    key,
    action: "restore",
    version: next,
    after: plainRecord(kept, row),
  });
  return row;
}
