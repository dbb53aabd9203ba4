import { sql, type Transaction } from "kysely";
import type { Viewer } from "~/kit/data/access/viewer";
import { createRecords, updateEach } from "~/kit/data/db/each-record.server";
import { joinTransaction } from "~/kit/data/db/pool.server";
import type { DB } from "~/kit/data/db/tables";
import { Problem } from "~/kit/ground/problem";
import type { ServedRoom } from "../served.server";
import type { SheetColumn } from "./column";
import { findGone } from "./references.server";
import type { DueRow, Values, WrittenRow } from "./sheet";

/** Writes rows one after the other by the room's own verbs; one that is refused stays as it was and says why. */
export async function writeEach(
  { room, source, verbs }: ServedRoom,
  trx: Transaction<DB>,
  viewer: Viewer,
  rows: readonly DueRow[],
): Promise<WrittenRow[]> {
  const written: WrittenRow[] = [];
  for (const { row, kind, key, version, fields } of rows) {
    const refusal = await attemptOne(trx, () =>
      kind === "new"
        ? verbs.create(viewer, { ...fields, [room.key]: key } as never)
        : verbs.update(viewer, key!, fields as never, version!),
    );
    written.push(refusal ? refused(row, refusal) : { row, outcome: kind === "new" ? "created" : "changed", key });
  }
  return withVersions(source.kept, trx, written);
}

/** The same all at once, for rooms whose rules were asked of all rows before; where one is refused they are written one by one. */
export async function writeTogether(
  served: ServedRoom,
  trx: Transaction<DB>,
  viewer: Viewer,
  rows: readonly DueRow[],
  { columns, alone = () => false }: { columns: readonly SheetColumn[]; alone?(row: DueRow): boolean },
): Promise<WrittenRow[]> {
  const { kept } = served.source;
  const single = rows.filter(alone);
  const gone = await findGone(viewer, columns, rows, trx);
  const due = rows.filter((row) => !single.includes(row) && !gone.has(row.row));
  const fresh = due.filter(({ kind }) => kind === "new");
  const changed = due.filter(({ kind }) => kind === "changed");
  const written: WrittenRow[] = [...gone].map(([row, message]) => refused(row, message));
  const refusal = await attemptOne(trx, async () => {
    const records = fresh.map(({ key, fields }) => ({ ...fields, [kept.key]: key }));
    await createRecords(trx, viewer, kept, records);
    const asked = changed.map(({ key, version, fields }) => ({ key: key!, version: version!, changes: fields }));
    const updated = new Set((await updateEach(trx, viewer, kept, asked)).map((record) => record[kept.key]));
    written.push(
      ...fresh.map(({ row, key }): WrittenRow => ({ row, outcome: "created", key })),
      ...changed.map(({ row, key }) =>
        updated.has(key) ? ({ row, outcome: "changed", key } as const) : refused(row, staleWords),
      ),
    );
  });
  if (refusal) return writeEach(served, trx, viewer, rows);
  const others = single.filter(({ row }) => !gone.has(row));
  return [...(await withVersions(kept, trx, written)), ...(await writeEach(served, trx, viewer, others))];
}

export const staleWords = "检查以后又被修改或删除，没有导入；请重新导入这一行";

/** Runs a change behind a savepoint; answers what it was refused with, after taking it back. */
export async function attemptOne(trx: Transaction<DB>, change: () => Promise<unknown>): Promise<Problem | undefined> {
  await sql`savepoint sheet_row`.execute(trx);
  try {
    await joinTransaction(trx, change);
    await sql`release savepoint sheet_row`.execute(trx);
    return undefined;
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    await sql`rollback to savepoint sheet_row`.execute(trx);
    return error;
  }
}

/** A row that was not written, and why. */
export function refused(row: number, why: Problem | string): WrittenRow {
  if (typeof why === "string") return { row, outcome: "refused", message: why };
  const errors = why.errors.map(({ path, message }) => ({ name: path, message }));
  return { row, outcome: "refused", message: wordsOf(why), errors };
}

export function wordsOf({ reason, errors, message }: Problem): string {
  if (reason === "stale" || reason === "missing") return staleWords;
  return errors.map((one) => one.message).join("；") || message;
}

async function withVersions(
  { table, key }: { table: string; key: string },
  trx: Transaction<DB>,
  rows: WrittenRow[],
): Promise<WrittenRow[]> {
  const keys = rows.flatMap((row) => row.key ?? []);
  if (keys.length === 0) return rows;
  const found = await sql<Values & { key: string; version: number }>`
    select ${sql.ref(key)} as key, version from ${sql.table(table)} where ${sql.ref(key)} = any(${keys})`.execute(trx);
  const versions = new Map(found.rows.map((row) => [row.key, row.version]));
  return rows.map((row) => (row.key ? { ...row, version: versions.get(row.key) ?? null } : row));
}
