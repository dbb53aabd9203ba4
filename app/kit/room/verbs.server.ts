import { sql, type Transaction } from "kysely";
import type { Viewer } from "~/kit/data/access/viewer";
import { inTransaction } from "~/kit/data/db/pool.server";
import {
  createRecord,
  deleteRecords,
  findTaken,
  type RecordTable,
  restoreRecord,
  updateRecord,
} from "~/kit/data/db/records.server";
import type { DB } from "~/kit/data/db/tables";
import { Problem } from "~/kit/ground/problem";
import { refuseBroken, refuseDoubts, requireFiles, requireOrganisations } from "./checks.server";
import { releaseReplaced } from "./record-files.server";
import { refuseAll } from "./refuse-all.server";
import { lockKeys, lockRows, loadRows, type Kept } from "./source.server";
import { type Reference, refuseUsed } from "./uses.server";

type Values = Record<string, unknown>;

/** The plain verbs of a room whose records ask for no more than their form's rules; a room that asks for more writes its own. */

export async function createRow<Row extends object, F>(
  source: Kept<Row, F>,
  viewer: Viewer,
  values: object,
): Promise<Row> {
  const stored = await inTransaction(async (trx) => {
    await refuseAll(
      [
        () => requireOrganisations(trx, viewer, source.room, values as Values),
        () => requireFiles(viewer, source.room, values as Values),
        () => refuseDoubts(source, viewer, values as Values),
      ],
      () => findTaken(trx, source.kept, values as Values),
    );
    return createRecord(trx, viewer, source.kept, values as Values);
  });
  return loadRow(source, viewer, stored[source.kept.key] as string);
}

/** Changes the fields given; `version` sent and out of date throws problem.stale. */
export async function updateRow<Row extends object, F>(
  source: Kept<Row, F>,
  viewer: Viewer,
  key: string,
  changes: object,
  version?: number,
): Promise<Row> {
  await inTransaction(async (trx) => {
    const [current] = await lockRows<Values>(trx, source, viewer, [key]);
    await refuseAll(
      [
        () => requireOrganisations(trx, viewer, source.room, changes as Values, current),
        () => requireFiles(viewer, source.room, changes as Values, current),
        () => refuseBroken(source.room, current!, changes as Values),
        () => refuseDoubts(source, viewer, changes as Values, current),
      ],
      () => findTaken(trx, source.kept, { ...current, ...changes }, key),
    );
    await updateRecord(trx, viewer, source.kept, key, changes as Values, version);
    await releaseReplaced(trx, source.room, current!, changes as Values);
  });
  return loadRow(source, viewer, key);
}

/** Deletes records, all or none; refused while a blocking reference to one of them stands. */
export async function deleteRows(
  source: Pick<Kept<unknown, never>, "kept" | "scope" | "unowned">,
  viewer: Viewer,
  references: readonly Reference[],
  keys: readonly string[],
): Promise<void> {
  await inTransaction(async (trx) => {
    // Locked first, so that nothing can take one of them on while it is being deleted.
    await lockKeys(trx, source, viewer, keys);
    await refuseUsed(trx, viewer, source.kept, references, keys);
    await deleteRecords(trx, viewer, source.kept, keys);
  });
}

/** Brings a deleted record back, with `changes` where a code of its own was taken meanwhile. */
export async function restoreRow<Row extends object, F>(
  source: Kept<Row, F>,
  viewer: Viewer,
  key: string,
  changes: object = {},
): Promise<Row> {
  await inTransaction(async (trx) => {
    await lockRows(trx, source, viewer, [key], true);
    await restoreRecord(
      trx,
      viewer,
      source.kept,
      key,
      Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined)),
    );
  });
  return loadRow(source, viewer, key);
}

/** Changes records one after the other by a room's own verb. What it refuses of one leaves that one as it was, and the others change. */
export async function changeEach(
  trx: Transaction<DB>,
  kept: RecordTable,
  keys: readonly string[],
  change: (key: string) => Promise<unknown>,
): Promise<{ changed: number; refused: { key: string; message: string }[] }> {
  const before = await versionsOf(trx, kept, keys);
  const refused: { key: string; message: string }[] = [];
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

export async function loadRow<Row extends object, F>(source: Kept<Row, F>, viewer: Viewer, key: string): Promise<Row> {
  const [row] = await loadRows(source, viewer, [key]);
  return row!;
}
