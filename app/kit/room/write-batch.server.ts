import type { Transaction } from "kysely";
import { inTransaction } from "~/kit/data/db/pool.server";
import type { DB } from "~/kit/data/db/tables";
import { type FieldError, Problem } from "~/kit/ground/problem";
import { refusedByDatabase } from "~/kit/page/http/faults.server";
import { attemptOne } from "./sheets/write-rows.server";

export type RowError = Omit<FieldError, "row">;

/** A row of a call that breaks its rule. */
export class WrongRow {
  constructor(readonly errors: RowError[]) {}
}

export interface GoodRow {
  row: number;
  values: Record<string, unknown>;
}

export interface RowResult {
  row: number;
  key?: string;
  errors?: RowError[];
}

type List = readonly (GoodRow["values"] | WrongRow)[];
type Write = (trx: Transaction<DB>, rows: readonly GoodRow[]) => Promise<RowResult[]>;

/** Writes rows in one transaction: the good ones, or none where one is wrong. */
export function keepBatch(list: List, onError: "none" | "good", write: Write): Promise<RowResult[]> {
  return inTransaction(async (trx) => {
    const results = await judge(trx, list, write);
    if (onError === "none") refuseWrong(results);
    return results;
  });
}

/** What writing the rows would answer; nothing stays. */
export async function rehearseBatch(list: List, write: Write): Promise<RowResult[]> {
  let results: RowResult[] = [];
  await inTransaction(async (trx) => {
    results = await judge(trx, list, write);
    throw new TakenBack();
  }).catch((error: unknown) => {
    if (!(error instanceof TakenBack)) throw error;
  });
  return results.map(({ row, errors }) => (errors ? { row, errors } : { row }));
}

class TakenBack extends Error {}

async function judge(trx: Transaction<DB>, list: List, write: Write): Promise<RowResult[]> {
  const wrong: RowResult[] = [];
  const good: GoodRow[] = [];
  list.forEach((one, at) => {
    if (one instanceof WrongRow) wrong.push({ row: at + 1, errors: one.errors });
    else good.push({ row: at + 1, values: one });
  });
  return [...wrong, ...(await write(trx, good))].sort((one, other) => one.row - other.row);
}

function refuseWrong(results: readonly RowResult[]): void {
  const errors = results.flatMap(({ row, errors = [] }) => errors.map((error) => ({ ...error, row })));
  const rows = new Set(errors.map(({ row }) => row)).size;
  if (rows > 0)
    throw new Problem(
      "field",
      `${rows} 行有错误，没有写入任何一行；第 ${errors[0]!.row} 行：${errors[0]!.message}`,
      errors,
    );
}

/** Writes one row behind a savepoint, and answers its key or what it was refused with. */
export async function attemptRow(trx: Transaction<DB>, row: number, write: () => Promise<string>): Promise<RowResult> {
  let key = "";
  const refusal = await attemptOne(trx, async () => {
    key = await write().catch(refuseUnstorable);
  });
  if (!refusal) return { row, key };
  const { errors, message } = refusal;
  return {
    row,
    errors: errors.length > 0 ? errors.map(({ row: _row, ...error }) => error) : [{ path: "", message }],
  };
}

/** A value that the database cannot store is the row's fault; two people at the same records are not. */
export function refuseUnstorable(error: unknown): never {
  const refusal = refusedByDatabase(error);
  throw refusal?.reason === "field" ? refusal : error;
}
