import { mkdtemp, writeFile as saveFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { sql } from "kysely";
import type { Viewer } from "~/kit/data/access/viewer";
import { db, newKey } from "~/kit/data/db/pool.server";
import { type SheetCell, type SheetRow, usualLimits } from "~/kit/page/sheets/sheet";
import { textRows } from "~/kit/page/sheets/text-rows.server";
import { workbookRows } from "~/kit/page/sheets/workbook-rows.server";
import { sheetStream } from "~/kit/page/sheets/write-sheet.server";
import { csvLine } from "~/kit/page/tables/csv";
import { findHeader } from "./header";
import type { SheetImport } from "./import-row";
import { readRow } from "./read-rows";
import type { JudgedRow, Sheet, SheetMode } from "./sheet";
import { countRows, keepRows } from "./sheet-rows.server";
import { undoFile, writeFile } from "./write-file.server";

/** Sheets driven in this thread, for tests: without jobs, uploads and workers. */
export const superViewer: Viewer = {
  userId: "0".repeat(32),
  userName: "测试",
  userAccount: "t",
  isSuper: true,
  userStatus: "normal",
  orgId: null,
  orgScope: "all",
  permissions: new Set(),
  sessionId: "s",
  appCode: null,
  requestId: "r",
};

export async function exported(sheet: Sheet, viewer = superViewer, filters = {}): Promise<SheetCell[][]> {
  const cells: SheetCell[][] = [(await sheet.columnsFor(viewer)).map(({ header }) => header)];
  for await (const rows of sheet.stream(viewer, filters)) cells.push(...rows);
  return cells;
}

export const asRows = (cells: readonly SheetCell[][]): SheetRow[] =>
  cells.map((row, at) => ({ row: at + 1, cells: row }));

export async function throughFile(cells: readonly SheetCell[][], kind: "csv" | "xlsx"): Promise<SheetRow[]> {
  const file = path.join(await mkdtemp(path.join(tmpdir(), "sheet-")), `file.${kind}`);
  if (kind === "csv") await saveFile(file, cells.map((row) => csvLine(row.map(asText))).join(""));
  else await saveFile(file, await sheetStream("数据", cells));
  const rows: SheetRow[] = [];
  for await (const some of kind === "csv" ? textRows(file, usualLimits) : workbookRows(file, undefined, usualLimits))
    rows.push(...some);
  return rows;
}

const asText = (cell: SheetCell) => (cell instanceof Date ? cell.toISOString().slice(0, 10) : String(cell ?? ""));

export async function judged(
  sheet: Sheet,
  rows: readonly SheetRow[],
  viewer = superViewer,
  mode: SheetMode = "both",
): Promise<JudgedRow[]> {
  const columns = await sheet.columnsFor(viewer);
  const match = findHeader(rows, columns)!;
  const read = rows.flatMap((row) => readRow(row, match, columns) ?? []);
  return sheet.judge(viewer, read, { mode, claims: new Map() });
}

export const kindsOf = (rows: readonly JudgedRow[]) =>
  rows.reduce<Record<string, number>>((counts, { kind }) => ({ ...counts, [kind]: (counts[kind] ?? 0) + 1 }), {});

export const faultsOf = (rows: readonly JudgedRow[]) =>
  rows.flatMap(({ row, code, errors }) => (errors ?? []).map(({ name, message }) => ({ row, code, name, message })));

export interface DrivenImport {
  row: SheetImport;
  rows: JudgedRow[];
  write(options?: Driven): Promise<void>;
  undo(options?: Driven): Promise<void>;
  count(): ReturnType<typeof countRows>;
}

interface Driven {
  parcel?: number;
  /** Throws after so many parcels' records are written, before their outcome is kept. */
  crashAt?: number;
}

/** An import whose file has been checked, ready to be written and taken back. */
export async function checkedImport(
  sheet: Sheet,
  rows: readonly SheetRow[],
  viewer = superViewer,
): Promise<DrivenImport> {
  const importId = newKey();
  const found = await sql<SheetImport>`
    insert into import_batch (import_id, door, kind, template_code, file_name, created_by, created_by_name, state)
    values (${importId}, 'sheet', 'import', ${sheet.templateCode}, ${`${importId}.csv`}, ${viewer.userId}, ${viewer.userName}, 'applying') returning *`.execute(
    db(),
  );
  const checked = await judged(sheet, rows, viewer);
  await keepRows(db(), importId, checked);
  const row = found.rows[0]!;
  return {
    row,
    rows: checked,
    write: ({ parcel, crashAt } = {}) => writeFile(crashing(sheet, crashAt), viewer, row, () => {}, undefined, parcel),
    undo: ({ parcel, crashAt } = {}) => undoFile(crashing(sheet, crashAt), viewer, row, () => {}, undefined, parcel),
    count: () => countRows(db(), importId),
  };
}

function crashing(sheet: Sheet, crashAt = Infinity): Sheet {
  let parcels = 0;
  const fall = <T>(done: T): T => {
    if (++parcels >= crashAt) throw new Error("crash");
    return done;
  };
  return {
    ...sheet,
    write: async (...given) => fall(await sheet.write(...given)),
    undo: async (...given) => fall(await sheet.undo(...given)),
  };
}
