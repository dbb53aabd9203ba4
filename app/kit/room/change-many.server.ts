import { sql, type Transaction } from "kysely";
import type { z } from "zod";
import type { Viewer } from "~/kit/data/access/viewer";
import { inTransaction } from "~/kit/data/db/pool.server";
import { type RecordTable, updateRecords } from "~/kit/data/db/records.server";
import type { DB } from "~/kit/data/db/tables";
import { Problem } from "~/kit/ground/problem";
import type { Bulk } from "./bulk.server";

interface Done {
  changed: number;
  refused: { key: string; message: string }[];
}

/** Writes the changes to all records, or to none where some refuse them; with `skip` to those that do not. */
export async function changeMany<Row extends object, F extends z.ZodObject, S extends z.ZodObject>(
  viewer: Viewer,
  { source, check, refusal, oneByOne }: Bulk<Row, F, S>,
  keys: string[],
  changes: z.output<S>,
  skip: boolean,
): Promise<Done> {
  await check?.(viewer, changes);
  const change = oneByOne?.(changes);
  try {
    return await inTransaction(async (trx) => {
      const done = change
        ? await changeEach(trx, source.kept, keys, (key) => change(trx, viewer, key))
        : await updateRecords(trx, viewer, source.kept, keys, changes, refusal as Refusal | undefined);
      if (done.refused.length > 0 && !skip) throw new SomeRefused(done.refused);
      return done;
    });
  } catch (error) {
    if (error instanceof SomeRefused) return { changed: 0, refused: error.rows };
    throw error;
  }
}

type Refusal = (after: Record<string, unknown>) => string | undefined;

class SomeRefused extends Error {
  constructor(readonly rows: Done["refused"]) {
    super("some records cannot be changed so");
  }
}

/** What it refuses of one leaves that one as it was, and the others change. */
async function changeEach(
  trx: Transaction<DB>,
  kept: RecordTable,
  keys: readonly string[],
  change: (key: string) => Promise<unknown>,
): Promise<Done> {
  const before = await versionsOf(trx, kept, keys);
  const refused: Done["refused"] = [];
  for (const key of before.keys()) {
    await sql`savepoint before_one`.execute(trx);
    try {
      await change(key);
      await sql`release savepoint before_one`.execute(trx);
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      await sql`rollback to savepoint before_one`.execute(trx);
      refused.push({ key, message: error.errors.map(({ message }) => message).join("；") || error.message });
    }
  }
  const after = await versionsOf(trx, kept, keys);
  return { changed: [...before].filter(([key, version]) => after.get(key) !== version).length, refused };
}

/** The version of each living record, in the order in which every change locks them. */
async function versionsOf(
  trx: Transaction<DB>,
  { table, key }: RecordTable,
  keys: readonly string[],
): Promise<Map<string, number>> {
  const found = await sql<{
    key: string;
    version: number;
  }>`select ${sql.ref(key)} as key, version from ${sql.table(table)} where ${sql.ref(key)} = any(${[...keys]}) and deleted_at is null order by 1`.execute(
    trx,
  );
  return new Map(found.rows.map(({ key, version }) => [key, version]));
}
