import type { Transaction } from "kysely";
import type { Viewer } from "~/kit/data/access/viewer";
import { createRecords, updateEach } from "~/kit/data/db/each-record.server";
import type { DB } from "~/kit/data/db/tables";
import { findPlain, findPlainChanges, type Plain } from "./plain-rows.server";
import type { ServedRoom } from "./served.server";
import { attemptOne } from "./sheets/write-rows.server";
import { attemptRow, type GoodRow, refuseUnstorable, type RowResult } from "./write-batch.server";

type WriteRows = (
  trx: Transaction<DB>,
  viewer: Viewer,
  served: ServedRoom,
  rows: readonly GoodRow[],
) => Promise<RowResult[]>;

/** Adds rows by the room's own verb; those of which it would ask nothing more are written at once. */
export const addRows: WriteRows = async (trx, viewer, served, rows) => {
  const { key } = served.room;
  const plain = await findBefore(trx, () => findPlain(trx, viewer, served, rows));
  const { kept } = served.source;
  const written = await writeAtOnce(trx, plain, () =>
    createRecords(
      trx,
      viewer,
      kept,
      plain.map((one) => ({ ...one.fields, [key]: one.key })),
    ),
  );
  return writeOthers(trx, rows, written, async (values) => {
    const created = (await served.verbs.create(viewer, values as never)) as Record<string, unknown>;
    return created[key] as string;
  });
};

/** Changes rows by the room's own verb; those of which it would ask nothing more are written at once. */
export const updateRows: WriteRows = async (trx, viewer, served, rows) => {
  const { key } = served.room;
  const plain = await findBefore(trx, () => findPlainChanges(trx, viewer, served, rows));
  const changed = plain.filter(({ fields }) => Object.keys(fields).length > 0);
  const written = await writeAtOnce(trx, plain, () =>
    updateEach(
      trx,
      viewer,
      served.source.kept,
      changed.map((one) => ({ key: one.key, version: one.version!, changes: one.fields })),
    ),
  );
  return writeOthers(trx, rows, written, async ({ [key]: own, version, ...changes }) => {
    await served.verbs.update(viewer, own as string, changes as never, version as number | undefined);
    return own as string;
  });
};

async function findBefore(trx: Transaction<DB>, find: () => Promise<Plain[]>): Promise<Plain[]> {
  let plain: Plain[] = [];
  await attemptOne(trx, async () => {
    plain = await find().catch(refuseUnstorable);
  });
  return plain;
}

async function writeAtOnce(
  trx: Transaction<DB>,
  rows: readonly Plain[],
  write: () => Promise<unknown>,
): Promise<RowResult[]> {
  if (rows.length === 0) return [];
  const refusal = await attemptOne(trx, () => write().catch(refuseUnstorable));
  return refusal ? [] : rows.map(({ row, key }) => ({ row, key }));
}

async function writeOthers(
  trx: Transaction<DB>,
  rows: readonly GoodRow[],
  written: readonly RowResult[],
  write: (values: GoodRow["values"]) => Promise<string>,
): Promise<RowResult[]> {
  const results = [...written];
  const done = new Set(written.map(({ row }) => row));
  for (const { row, values } of rows) if (!done.has(row)) results.push(await attemptRow(trx, row, () => write(values)));
  return results;
}
