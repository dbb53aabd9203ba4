import { type Kysely, sql } from "kysely";
import { newKey } from "~/kit/ground/key";
import { Problem, problem } from "~/kit/ground/problem";
import { type Author, type HistoryAction, recordChange } from "./history.server";
import { refusingDuplicates, staleness } from "./record-refusals.server";
import {
  loose,
  type Open,
  ownColumns,
  plainRecord,
  type RecordTable,
  type Row,
  same,
  searchColumns,
  withParts,
  writeParts,
} from "./record-table";
import type { DB } from "./tables";

export { deleteRecords, updateRecords } from "./many-records.server";
export { restoreRecord } from "./restore-record.server";
export { type Part, plainRecord, type RecordTable } from "./record-table";

/** Inserts a record and its history. A key that its author has added already answers the stored record, so that sending the same add twice is harmless. */
export async function createRecord<R extends Row>(
  trx: Open,
  author: Author,
  kept: RecordTable,
  values: Row,
  action: HistoryAction = "create",
): Promise<R> {
  const given = values[kept.key] as string | undefined;
  const known = given && (await addedBefore<R>(trx, author, kept, given));
  if (known) return known;
  const inserted = await refusingDuplicates(trx, kept, () =>
    loose(trx)
      .insertInto(kept.table)
      .values({
        ...ownColumns(kept, values),
        ...searchColumns(kept, values),
        [kept.key]: given ?? newKey(),
        createdBy: author.userId,
        updatedBy: author.userId,
      })
      .returningAll()
      .executeTakeFirstOrThrow(),
  ).catch(async (error: unknown) => {
    // The same add, sent twice at once: the other one was first.
    const added = given && error instanceof Problem ? await addedBefore<R>(trx, author, kept, given) : undefined;
    if (added) return { added };
    throw error;
  });
  if ("added" in inserted) return inserted.added as R;
  await writeParts(trx, kept, inserted[kept.key] as string, values);
  const row = await withParts<R>(trx, kept, inserted as R);
  await recordChange(trx, author, {
    room: kept.room,
    key: row[kept.key] as string,
    action,
    version: 1,
    after: plainRecord(kept, row),
  });
  return row;
}

async function addedBefore<R extends Row>(
  trx: Open,
  author: Author,
  kept: RecordTable,
  key: string,
): Promise<R | undefined> {
  const known = await findRecord<R>(trx, kept, key);
  // Somebody else's may lie outside what this author may see.
  if (known && known.createdBy !== author.userId) throw problem.field(kept.key, "这个主键已被使用，请换一个主键");
  return known;
}

/** Changes the fields given and keeps what they were. `version` sent and out of date throws problem.stale with all three sides; unchanged values change nothing. */
export async function updateRecord<R extends Row>(
  trx: Open,
  author: Author,
  kept: RecordTable,
  key: string,
  changes: Row,
  version?: number,
  action: HistoryAction = "update",
): Promise<R> {
  const stored = await findRecord<R>(trx, kept, key, true);
  if (!stored) throw problem.missing(kept.noun);
  const before = await withParts<R>(trx, kept, stored);
  if (version !== undefined && version !== before.version) throw await staleness(trx, kept, before, changes, version);
  const different = Object.fromEntries(
    Object.entries(changes).filter(([name, value]) => value !== undefined && !same(before[name], value)),
  );
  if (Object.keys(different).length === 0) return before;
  const next = (before.version as number) + 1;
  const updated = await refusingDuplicates(trx, kept, () =>
    loose(trx)
      .updateTable(kept.table)
      .set({
        ...ownColumns(kept, different),
        ...searchColumns(kept, { ...before, ...different }),
        version: next,
        updatedAt: sql`now()`,
        updatedBy: author.userId,
      })
      .where(kept.key, "=", key)
      .returningAll()
      .executeTakeFirstOrThrow(),
  );
  await writeParts(trx, kept, key, different);
  const row = await withParts<R>(trx, kept, updated as R);
  await recordChange(trx, author, {
    room: kept.room,
    key,
    action,
    version: next,
    before: plainRecord(kept, before),
    after: plainRecord(kept, row),
  });
  return row;
}

/** A living record, or undefined; `lock` holds it against other changes until the transaction ends. */
export async function findRecord<R extends Row>(
  on: Kysely<DB>,
  kept: RecordTable,
  key: string,
  lock = false,
): Promise<R | undefined> {
  const query = loose(on).selectFrom(kept.table).selectAll().where(kept.key, "=", key).where("deletedAt", "is", null);
  return (await (lock ? query.forUpdate() : query).executeTakeFirst()) as R | undefined;
}

/** Whether no other living record holds the value in that column (compared as the unique index does). */
export async function isFree(
  on: Kysely<DB>,
  kept: RecordTable,
  column: string,
  value: unknown,
  ownKey?: string,
): Promise<boolean> {
  let query = loose(on)
    .selectFrom(kept.table)
    .select(kept.key)
    .where(column, "=", value)
    .where("deletedAt", "is", null);
  if (ownKey) query = query.where(kept.key, "!=", ownKey);
  return (await query.executeTakeFirst()) === undefined;
}
