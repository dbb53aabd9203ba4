import { sql } from "kysely";
import type { Viewer } from "~/kit/data/access/viewer";
import { type Database, db, inTransaction } from "~/kit/data/db/pool.server";
import { problem } from "~/kit/ground/problem";
import { importOf, plainJson } from "~/kit/page/import-flow/import-life.server";
import type { SheetCell } from "~/kit/page/sheets/sheet";
import { wordOf } from "~/kit/page/sheets/template";
import type { SheetChoices, SheetImport } from "./import-row";
import { readAsChosen } from "./read-rows";
import type { JudgedRow, ReadRow, Sheet, Claims } from "./sheet";
import { recheckSheetImport, requireImportable } from "./sheet-imports.server";
import { countRows, keepRows, type SheetRowFacts, asRead, rowColumns } from "./sheet-rows.server";
import { sheetImports } from "./sheet-steps.server";

/** Row -> field -> what was typed in place of its cell. */
export type Corrections = ReadonlyMap<number, Record<string, string>>;

/** Judges wrong rows again with cells typed in their place, and those whose repetition has ended with them; answers how many rows were changed and how many of them are still wrong. Rows that name one another are all checked anew. */
export async function correctRows(
  viewer: Viewer,
  importId: string,
  typed: Corrections,
): Promise<{ corrected: number; wrong: number } | "rechecked"> {
  const row = await importOf<SheetImport>(sheetImports, viewer, importId);
  const sheet = requireImportable(viewer, row.templateCode);
  requirePreview(row);
  const known = await sheet.columnsFor(viewer);
  const match = row.preview!.match!;
  const stored = await findWrongRows(db(), importId, { rows: [...typed.keys()] });
  const changed = stored.flatMap((one) => {
    const cells = retyped(one.cells ?? [], typed.get(one.row)!, match.columns);
    return cells ? [{ ...one, cells }] : [];
  });
  if (changed.length === 0) return { corrected: 0, wrong: stored.length };
  const choices = { ...row.choices, cells: withCells(row.choices.cells, changed, stored) };
  if (sheet.mostJudgedTogether) {
    await recheckSheetImport(viewer, importId, choices);
    return "rechecked";
  }
  const read = (one: Pick<SheetRowFacts, "row" | "cells" | "hidden">) =>
    readAsChosen({ ...one, cells: one.cells! }, { ...match, row: 0 }, known, choices);
  const { rows, judged } = await judgeAgain(sheet, viewer, row, stored, changed, read);
  await inTransaction(async (trx) => {
    const now = await importOf<SheetImport>(sheetImports, viewer, importId, trx, true);
    requirePreview(now);
    const still = await findWrongRows(trx, importId, { rows: rows.map((one) => one.row) });
    if (plainJson(still.map(({ cells }) => cells)) !== plainJson(rows.map(({ cells }) => cells)))
      throw problem.field("", "这些行刚刚被修改过，请刷新页面后再改");
    await keepRows(trx, importId, judged);
    await dropEmptied(trx, importId, without(rows, judged));
    await keepCounts(trx, importId, choices);
  });
  const numbers = new Set(changed.map((one) => one.row));
  return {
    corrected: changed.length,
    wrong: judged.filter((one) => numbers.has(one.row) && one.kind === "wrong").length,
  };
}

const without = (rows: readonly { row: number }[], judged: readonly { row: number }[]) =>
  rows.map(({ row }) => row).filter((row) => !judged.some((one) => one.row === row));

function requirePreview({ state, preview }: SheetImport): void {
  if (state !== "preview" || preview?.trouble || !preview?.match)
    throw problem.field("", "这个导入现在不能改正，请刷新页面查看状态");
}

function retyped(
  cells: readonly SheetCell[],
  typed: Record<string, string>,
  columns: Record<string, number>,
): SheetCell[] | null {
  const now: SheetCell[] = [...cells];
  let changed = false;
  for (const [name, text] of Object.entries(typed)) {
    const at = columns[name];
    if (at === undefined || wordOf(now[at] ?? null).trim() === text.trim()) continue;
    now[at] = text.trim() || null;
    changed = true;
  }
  return changed ? Array.from(now, (cell) => cell ?? null) : null;
}

function withCells(
  known: SheetChoices["cells"] = {},
  changed: readonly SheetRowFacts[],
  stored: readonly SheetRowFacts[],
): SheetChoices["cells"] {
  const before = new Map(stored.map(({ row, cells }) => [row, cells]));
  const now = changed.map(({ row, cells }) => {
    const typed = cells!.flatMap((cell, at) => (cell === before.get(row)?.[at] ? [] : [[at, wordOf(cell)]]));
    return [row, { ...known[row], ...Object.fromEntries(typed) }];
  });
  return { ...known, ...Object.fromEntries(now) };
}

async function judgeAgain(
  sheet: Sheet,
  by: Viewer,
  { importId, mode, choices, preview }: SheetImport,
  stored: readonly SheetRowFacts[],
  changed: readonly SheetRowFacts[],
  read: (one: SheetRowFacts) => ReadRow | undefined,
): Promise<{ rows: SheetRowFacts[]; judged: JudgedRow[] }> {
  const own = changed.map(({ row }) => row);
  const viewer = { ...by, confirmed: choices.confirmed };
  const keepsEmpty = preview?.keepsEmpty;
  const alone = await sheet.judge(
    viewer,
    changed.flatMap((one) => read(one) ?? []),
    { mode, claims: new Map(), keepsEmpty },
  );
  const claimed = new Set(alone.flatMap(({ claims }) => claims));
  const before = stored.filter(({ row }) => own.includes(row));
  const ended = before.flatMap(({ claims }) => claims).filter((one) => !claimed.has(one));
  const freed = ended.length > 0 ? await findWrongRows(db(), importId, { claims: ended, without: own }) : [];
  const again = [...changed, ...freed].sort((one, other) => one.row - other.row);
  const asked = [...claimed, ...freed.flatMap(({ claims }) => claims)];
  const numbers = again.map(({ row }) => row);
  const claims = await otherClaims(db(), importId, asked, numbers);
  const judged = await sheet.judge(
    viewer,
    again.flatMap((one) => read(one) ?? []),
    { mode, claims, keepsEmpty },
  );
  return { rows: [...before, ...freed].sort((one, other) => one.row - other.row), judged };
}

async function keepCounts(trx: Database, importId: string, choices: SheetImport["choices"]): Promise<void> {
  const { rows, new: fresh, changed, same, wrong, folded } = await countRows(trx, importId);
  await sql`
    update import_batch set bad_count = ${wrong}, row_count = ${rows}, choices = ${plainJson(choices)},
      preview = jsonb_set(preview, '{counts}', ${plainJson({ new: fresh, changed, same, wrong, folded })})
    where import_id = ${importId}`.execute(trx);
}

/** Wrong rows by their numbers, or those with a claim; their cells as they were read. */
async function findWrongRows(
  on: Database,
  importId: string,
  asked: { rows: readonly number[] } | { claims: readonly string[]; without: readonly number[] },
): Promise<SheetRowFacts[]> {
  const which =
    "rows" in asked
      ? sql`row_number = any(${[...asked.rows]})`
      : sql`claims && ${[...asked.claims]}::text[] and row_number <> all(${[...asked.without]})`;
  const found = await sql<SheetRowFacts>`
    select ${rowColumns} from sheet_row where import_id = ${importId} and kind = 'wrong' and ${which} order by row_number limit 2000`.execute(
    on,
  );
  return found.rows.map(asRead);
}

async function otherClaims(
  on: Database,
  importId: string,
  claims: readonly string[],
  without: readonly number[],
): Promise<Claims> {
  const found = await sql<{ claim: string; first: number }>`
    select claim, min(row_number) as first from sheet_row, unnest(claims) as claim
    where import_id = ${importId} and claims && ${[...claims]}::text[] and row_number <> all(${[...without]}) group by claim`.execute(
    on,
  );
  return new Map(found.rows.map(({ claim, first }) => [claim, first]));
}

const dropEmptied = (on: Database, importId: string, rows: readonly number[]) =>
  sql`delete from sheet_row where import_id = ${importId} and row_number = any(${[...rows]})`.execute(on);
