import { sql } from "kysely";
import type { Viewer } from "~/kit/data/access/viewer";
import { db } from "~/kit/data/db/pool.server";
import { wordOf } from "~/kit/page/sheets/template";
import { loadNames } from "~/kit/room/names.server";
import type { SheetColumn } from "~/kit/room/sheets/column";
import type { SheetImport } from "~/kit/room/sheets/import-row";
import { writeCell } from "~/kit/room/sheets/read-cell";
import type { Sheet, Values } from "~/kit/room/sheets/sheet";
import { listSheetRows, type SheetRowFacts } from "~/kit/room/sheets/sheet-rows.server";
import type { RowKind, ShownRow, ShownRows, CorrectionRows, ShownFault } from "./preview";
import { columnName } from "~/kit/page/sheets/sheet";
import { offeredCodes } from "~/kit/room/sheets/references.server";

interface PreviewPage {
  page: number;
  size: number;
}

/** A page of an import's rows of one kind, in the words of its room; `whole`: the wrong row whose other cells are shown, too. */
export async function loadPreviewRows(
  viewer: Viewer,
  sheet: Sheet,
  row: SheetImport,
  kind: RowKind,
  { page, size }: PreviewPage,
  whole: number,
): Promise<ShownRows> {
  const columns = (await sheet.columnsFor(viewer)).filter(({ name }) => name in (row.preview!.match?.columns ?? {}));
  const found = await listSheetRows(row.importId, { kinds: [kind] }, page, size);
  const say = await wordsFor(viewer, columns, row.importId, found);
  const before = await inCells(viewer, sheet, found);
  const named = columns.filter(({ name }) => sheet.identity.includes(name) || /Name$/.test(name)).slice(0, 3);
  const shown = kind === "wrong" ? named : kind === "new" ? columns : [];
  return {
    headers: shown.map(({ header }) => header),
    rows: found.map((one, at): ShownRow => ({
      row: one.row,
      code: one.code,
      hidden: one.hidden,
      href: kind !== "new" && one.key ? `${sheet.url}/${one.key}` : undefined,
      cells: shown.map((column) =>
        kind === "wrong" ? textIn(row, one, column.name) : say(column, one.fields?.[column.name]),
      ),
      changes: kind === "changed" ? changesOf(columns, one, before[at], say) : [],
      faults: kind === "wrong" ? faultsOf(row, one, columns, sheet.columns) : [],
      others: one.row === whole ? othersOf(row, one, columns) : [],
    })),
    total: row.preview!.counts[kind] ?? 0,
    whole: found.some((one) => one.row === whole) ? whole : null,
    ...(kind === "wrong" && { grid: await correctionRows(viewer, row, found, columns, named, sheet.columns) }),
  };
}

const inCells = async (viewer: Viewer, { asCells }: Sheet, rows: readonly SheetRowFacts[]): Promise<Values[]> => {
  const stored = rows.map(({ before }) => before ?? {});
  return (await asCells?.(viewer, stored)) ?? stored;
};

/** What is named in words may be given once more without being another. */
function changesOf(
  columns: readonly SheetColumn[],
  { fields }: SheetRowFacts,
  before: Values = {},
  say: (column: SheetColumn, value: unknown) => string,
): ShownRow["changes"] {
  const all = columns
    .filter(({ name }) => fields && name in fields)
    .map((column) => ({
      header: column.header,
      before: say(column, before[column.name]),
      after: say(column, fields![column.name]),
    }));
  const changed = all.filter((one) => one.before !== one.after);
  return changed.length > 0 ? changed : all;
}

export interface Outcome {
  row: number;
  code: string;
  message: string;
}

export async function loadOutcomes({ importId, undoneAt, ...row }: SheetImport, { page, size }: PreviewPage) {
  const found = await listSheetRows(importId, { kinds: [], refused: true }, page, size);
  const rows = found.map(({ row: number, code, message }): Outcome => ({ row: number, code, message: message ?? "" }));
  return { rows, total: row.refusedCount + (undoneAt ? row.keptCount : 0) };
}

/** How a column's value is said: a record of another room by its name, one of this file by its code. */
async function wordsFor(
  viewer: Viewer,
  columns: readonly SheetColumn[],
  importId: string,
  rows: readonly SheetRowFacts[],
): Promise<(column: SheetColumn, value: unknown) => string> {
  const refers = Object.fromEntries(columns.flatMap(({ name, reference }) => (reference ? [[name, reference]] : [])));
  const records = rows.flatMap(({ fields, before }) => [fields, before]);
  const names = await loadNames(viewer, refers, records);
  const keys = records.flatMap((record) => Object.keys(refers).map((name) => (record as Values | null)?.[name]));
  const unknown = keys.filter((key): key is string => typeof key === "string" && !(key in names));
  const fresh = unknown.length > 0 ? await codesInFile(importId, unknown) : {};
  return (column, value) => {
    if (value === null || value === undefined || value === "") return "";
    if (column.reference) return names[String(value)] ?? fresh[String(value)] ?? String(value);
    return wordOf(writeCell(column, value));
  };
}

async function codesInFile(importId: string, keys: readonly string[]): Promise<Record<string, string>> {
  const { rows } = await sql<{ key: string; code: string }>`
    select record_key as key, code from sheet_row where import_id = ${importId} and record_key = any(${[...keys]})`.execute(
    db(),
  );
  return Object.fromEntries(rows.map(({ key, code }) => [key, `${code}（本文件新增）`]));
}

function textIn({ preview }: SheetImport, { cells }: SheetRowFacts, name: string): string {
  const at = preview!.match!.columns[name];
  return at === undefined ? "" : wordOf(cells?.[at] ?? null);
}

function faultsOf(
  row: SheetImport,
  one: SheetRowFacts,
  columns: readonly SheetColumn[],
  all: readonly SheetColumn[],
): ShownFault[] {
  const byName = new Map<string, string[]>();
  for (const { name, message } of one.errors ?? []) byName.set(name, [...(byName.get(name) ?? []), message]);
  return [...byName].map(([name, messages]) => {
    const column = columns.find((each) => each.name === name);
    const header = (column ?? all.find((each) => each.name === name))?.header ?? "";
    return column ? faultAt(row, one, column, messages) : { name: "", header, letter: "", text: "", messages };
  });
}

const othersOf = (row: SheetImport, one: SheetRowFacts, columns: readonly SheetColumn[]): ShownFault[] =>
  columns
    .filter(({ name }) => !one.errors?.some((error) => error.name === name))
    .map((column) => faultAt(row, one, column, []));

function faultAt(row: SheetImport, one: SheetRowFacts, column: SheetColumn, messages: string[]): ShownFault {
  const { name, header, offered, choices, kind } = column;
  const labels = kind === "check" ? ["是", "否"] : (offered ?? choices)?.map(({ label }) => label);
  return {
    name,
    header,
    messages,
    text: textIn(row, one, name),
    letter: columnName(row.preview!.match!.columns[name]!),
    ...(labels && { offered: labels.slice(0, 300) }),
  };
}

/** The wrong rows as a grid shows them, with what a column has to choose from. */
async function correctionRows(
  viewer: Viewer,
  row: SheetImport,
  found: readonly SheetRowFacts[],
  columns: readonly SheetColumn[],
  named: readonly SheetColumn[],
  all: readonly SheetColumn[],
): Promise<CorrectionRows> {
  return {
    columns: await Promise.all(
      columns.map(async (column) => ({
        name: column.name,
        header: column.header,
        names: named.includes(column),
        letter: columnName(row.preview!.match!.columns[column.name]!),
        offered: await offeredFor(viewer, column),
      })),
    ),
    rows: found.map((one) => ({
      row: one.row,
      hidden: one.hidden,
      cells: columns.map(({ name }) => textIn(row, one, name)),
      faults: faultsOf(row, one, columns, all).map(({ name, header, messages }) => ({
        name,
        words: `${name ? "" : header && `${header}：`}${messages.join("；")}`,
      })),
    })),
  };
}

const mostOffered = 300;

/** What a column has to choose from; undefined where that is too much: choices of which not all are offered would look like all. */
export async function offeredFor(
  viewer: Viewer,
  { kind, offered, choices, reference }: SheetColumn,
): Promise<string[] | undefined> {
  if (kind === "check") return ["是", "否"];
  const labels = reference
    ? (await offeredCodes(viewer, reference, mostOffered + 1)).map(({ code, title }) =>
        code === title ? code : `${code} ${title}`,
      )
    : (offered ?? choices)?.map(({ label }) => label);
  return labels && labels.length <= mostOffered ? labels : undefined;
}
