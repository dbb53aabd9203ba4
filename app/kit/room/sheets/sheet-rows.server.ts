import { sql } from "kysely";
import { type Database, db } from "~/kit/data/db/pool.server";
import { plainJson } from "~/kit/page/import-flow/import-life.server";
import type { SheetCell } from "~/kit/page/sheets/sheet";
import type { DueRow, JudgedRow, WrittenBefore, WrittenRow } from "./sheet";

export interface SheetRowFacts extends JudgedRow {
  outcome: WrittenRow["outcome"] | null;
  message: string | null;
  written: number | null;
}

export const rowColumns = sql`row_number as row, place, kind, code, record_key as key, version, hidden, cells, fields, before, errors, claims, outcome, message, written_version as written`;

/** Keeps judged rows, in the place of what was kept of them before. */
export async function keepRows(on: Database, importId: string, rows: readonly JudgedRow[]): Promise<void> {
  if (rows.length === 0) return;
  await sql`
    insert into sheet_row (import_id, row_number, place, kind, code, record_key, version, hidden, cells, fields, before, errors, claims)
    select ${importId}, one."row", one.place, one.kind, one.code, one.key, one.version, one.hidden, one.cells, one.fields, one.before, one.errors, one.claims
    from jsonb_to_recordset(${plainJson(rows)}::jsonb) as one("row" integer, place integer, kind text, code text, key text, version integer, hidden boolean,
      cells jsonb, fields jsonb, before jsonb, errors jsonb, claims text[])
    on conflict (import_id, row_number) do update set kind = excluded.kind, code = excluded.code, record_key = excluded.record_key, version = excluded.version,
      cells = excluded.cells, fields = excluded.fields, before = excluded.before, errors = excluded.errors, claims = excluded.claims`.execute(
    on,
  );
}

type PlacedRow<Row> = Row & { place: number };

export const dropRows = (on: Database, importId: string) =>
  sql`delete from sheet_row where import_id = ${importId}`.execute(on);

/** The next good rows behind a place that are not written yet, in the order of writing: what was passed before leaves dead entries in the index. */
export async function nextDueRows(
  on: Database,
  importId: string,
  most: number,
  behind = -1,
): Promise<PlacedRow<DueRow>[]> {
  const found = await sql<PlacedRow<DueRow>>`
    select ${rowColumns} from sheet_row where import_id = ${importId} and outcome is null and kind in ('new', 'changed') and place > ${behind} order by place limit ${most} for update`.execute(
    on,
  );
  return found.rows;
}

/** The last written rows before a place that are not taken back yet. */
export async function nextWrittenRows(
  on: Database,
  importId: string,
  most: number,
  before = 2 ** 31 - 1,
): Promise<PlacedRow<WrittenBefore>[]> {
  const found = await sql<PlacedRow<WrittenBefore>>`
    select row_number as row, place, kind, code, record_key as key, version, case when kind = 'changed' or cardinality(claims) = 0 then fields end as fields, before, written_version as written from sheet_row where import_id = ${importId} and outcome in ('created', 'changed') and place < ${before} order by place desc limit ${most} for update`.execute(
    on,
  );
  return found.rows;
}

export async function keepOutcomes(on: Database, importId: string, rows: readonly WrittenRow[]): Promise<void> {
  if (rows.length === 0) return;
  await sql`
    update sheet_row set outcome = one.outcome, message = one.message, record_key = coalesce(one.key, record_key), written_version = coalesce(one.version, written_version)
    from jsonb_to_recordset(${plainJson(rows)}::jsonb) as one("row" integer, outcome text, message text, key text, version integer)
    where import_id = ${importId} and row_number = one."row"`.execute(on);
}

export async function countRows(on: Database, importId: string) {
  const found = await sql<{ kind: JudgedRow["kind"]; outcome: WrittenRow["outcome"] | null; count: number }>`
    select kind, outcome, count(*)::int as count from sheet_row where import_id = ${importId} group by 1, 2`.execute(
    on,
  );
  const sum = (is: (one: { kind: string; outcome: string | null }) => boolean) =>
    found.rows.filter(is).reduce((all, { count }) => all + count, 0);
  return {
    rows: sum(() => true),
    new: sum(({ kind }) => kind === "new"),
    changed: sum(({ kind }) => kind === "changed"),
    same: sum(({ kind }) => kind === "same"),
    wrong: sum(({ kind }) => kind === "wrong"),
    folded: sum(({ kind }) => kind === "folded"),
    created: sum(({ outcome }) => outcome === "created"),
    altered: sum(({ outcome }) => outcome === "changed"),
    refused: sum(({ outcome }) => outcome === "refused"),
    kept: sum(({ outcome }) => outcome === "kept"),
  };
}

/** JSON keeps days as texts. */
export const asRead = <Row extends { cells: SheetCell[] | null }>(row: Row): Row => ({
  ...row,
  cells: row.cells?.map((cell) => (typeof cell === "string" && isMoment.test(cell) ? new Date(cell) : cell)) ?? null,
});

const isMoment = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

export type RowsAsked = { kinds: readonly string[]; refused?: boolean | "too" };

/** A page of an import's rows of some kinds; `refused` those that were not written, or taken back, although they were good, `too` both. */
export async function listSheetRows(
  importId: string,
  { kinds, refused }: RowsAsked,
  page: number,
  size: number,
): Promise<SheetRowFacts[]> {
  const kind = sql`kind = any(${[...kinds]})`;
  const which =
    refused === "too" ? sql`(${kind} or outcome = 'refused')` : refused ? sql`outcome in ('refused', 'kept')` : kind;
  const found = await sql<SheetRowFacts>`
    select ${rowColumns} from sheet_row where import_id = ${importId} and ${which} order by row_number limit ${size} offset ${(page - 1) * size}`.execute(
    db(),
  );
  return found.rows.map(asRead);
}

/** Everything that is wrong with an import's rows, in their order. */
export async function* streamFaults(
  importId: string,
): AsyncGenerator<Pick<SheetRowFacts, "row" | "cells" | "errors" | "message">[]> {
  for (let after = 0; ;) {
    const found = await sql<SheetRowFacts>`
      select ${rowColumns} from sheet_row where import_id = ${importId} and row_number > ${after} and (kind = 'wrong' or outcome = 'refused') order by row_number limit 1000`.execute(
      db(),
    );
    if (found.rows.length === 0) return;
    yield found.rows;
    after = found.rows.at(-1)!.row;
  }
}

/** The same for as long as nothing else is wrong with an import's rows. */
export async function markOfFaults(importId: string): Promise<string> {
  const found = await sql<{ mark: string }>`
    select count(*) || ' ' || coalesce(sum(hashtextextended(concat_ws('|', row_number, errors, message), 0)::numeric), 0) as mark
    from sheet_row where import_id = ${importId} and (kind = 'wrong' or outcome = 'refused')`.execute(db());
  return found.rows[0]!.mark;
}
