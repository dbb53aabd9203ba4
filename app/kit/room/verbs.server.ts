import type { Viewer } from "~/kit/data/access/viewer";
import { inTransaction } from "~/kit/data/db/pool.server";
import { createRecord, deleteRecords, findTaken, restoreRecord, updateRecord } from "~/kit/data/db/records.server";
import { refuseBroken, refuseDoubts, requireFiles } from "./checks.server";
import { releaseReplaced } from "./record-files.server";
import { findGivenUp, requireRelated } from "./relations.server";
import { lockKeys, lockRows, loadRows, type RecordSource } from "./source.server";
import { type Reference, refuseUsed } from "./uses.server";
import { type FieldError, Problem, problem } from "~/kit/ground/problem";

type Values = Record<string, unknown>;

/** The plain verbs of a room whose records ask for no more than their form's rules; a room that asks for more writes its own. */

export async function createRow<Row extends object, F>(
  source: RecordSource<Row, F>,
  viewer: Viewer,
  values: object,
): Promise<Row> {
  const stored = await inTransaction(async (trx) => {
    await refuseAll(
      [
        () => requireRelated(trx, viewer, source.room, values as Values),
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
  source: RecordSource<Row, F>,
  viewer: Viewer,
  key: string,
  changes: object,
  version?: number,
): Promise<Row> {
  await inTransaction(async (trx) => {
    const [current] = await lockRows<Values>(trx, source, viewer, [key]);
    await refuseAll(
      [
        () => requireRelated(trx, viewer, source.room, changes as Values, current),
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
  source: Pick<RecordSource<unknown, never>, "kept" | "scope" | "unowned">,
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
  source: RecordSource<Row, F>,
  viewer: Viewer,
  key: string,
  changes: object = {},
): Promise<Row> {
  await inTransaction(async (trx) => {
    const [deleted] = await lockRows<Values>(trx, source, viewer, [key], true);
    const given = Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined));
    const givenUp = await findGivenUp(trx, source.room, { ...deleted, ...given });
    await restoreRecord(trx, viewer, source.kept, key, { ...given, ...givenUp });
  });
  return loadRow(source, viewer, key);
}

export async function loadRow<Row extends object, F>(
  source: RecordSource<Row, F>,
  viewer: Viewer,
  key: string,
): Promise<Row> {
  const [row] = await loadRows(source, viewer, [key]);
  return row!;
}

/** Asks every check and throws problem.fields with what all of them refuse, and then with what other records have `taken`. */
async function refuseAll(checks: readonly (() => unknown)[], taken: () => Promise<FieldError[]>): Promise<void> {
  const errors: FieldError[] = [];
  for (const check of checks) {
    try {
      await check();
    } catch (error) {
      if (!(error instanceof Problem) || error.errors.length === 0) throw error;
      errors.push(...error.errors);
    }
  }
  if (errors.length > 0) throw problem.fields([...errors, ...(await taken())]);
}
