import type { Kysely } from "kysely";
import { newKey } from "~/kit/ground/key";
import { Problem, problem } from "~/kit/ground/problem";
import { type Author, type HistoryAction, recordAtVersion, recordChange } from "./history.server";
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
  writeVersion,
} from "./record-table";
import type { DB } from "./tables";

export { deleteRecords, updateRecords } from "./many-records.server";
export { restoreRecord } from "./restore-record.server";
export { findTaken, isFree } from "./taken.server";
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
  const known = given && (await addedBefore<R>(trx, author, kept, values));
  if (known) return known;
  const inserted = await refusingDuplicates(trx, kept, values, () =>
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
    const added = given && error instanceof Problem ? await addedBefore<R>(trx, author, kept, values) : undefined;
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
  values: Row,
): Promise<R | undefined> {
  const key = values[kept.key] as string;
  const known = await findRecord<R>(trx, kept, key);
  if (!known) return undefined;
  // Somebody else's may lie outside what this author may see.
  if (known.createdBy !== author.userId) throw problem.field(kept.key, "这个主键已被使用，请换一个主键");
  const added = (await recordAtVersion(trx, kept.room, key, 1)) ?? plainRecord(kept, await withParts(trx, kept, known));
  if (
    Object.entries(plainRecord(kept, values)).some(
      ([name, value]) => value !== undefined && name in added && !isAlike(added[name], value),
    )
  )
    throw problem.field(kept.key, `这个主键已用于另一条${kept.noun}，内容不同，请换一个主键`);
  return known;
}

/** Whether what was sent says what was stored: nothing is nothing, and lists may stand in another order. What the database works out says anything. */
function isAlike(stored: unknown, sent: unknown): boolean {
  return isNodeOf(sent) || inOrder(stored) === inOrder(JSON.parse(JSON.stringify(sent ?? null)));
}

const isNodeOf = (value: unknown) =>
  typeof (value as { toOperationNode?: unknown } | null | undefined)?.toOperationNode === "function";

function inOrder(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(inOrder).sort().join()}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value ?? null);
  const given = Object.entries(value).filter(([, one]) => (one ?? null) !== null);
  return `{${given
    .map(([name, one]) => `${name}:${inOrder(one)}`)
    .sort()
    .join()}}`;
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
  const updated = await refusingDuplicates(trx, kept, { ...before, ...different }, () =>
    writeVersion(trx, author, kept, key, next, {
      ...ownColumns(kept, different),
      ...searchColumns(kept, { ...before, ...different }),
    }),
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
