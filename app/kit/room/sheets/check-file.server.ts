import { sql } from "kysely";
import type { Viewer } from "~/kit/data/access/viewer";
import { db } from "~/kit/data/db/pool.server";
import { readSheet, sheetsOf, type SheetFile } from "~/kit/page/sheets/read-sheet.server";
import type { SheetRow } from "~/kit/page/sheets/sheet";
import { assignColumns, findHeader, firstRows, type HeaderMatch } from "./header";
import type { SheetChoices, SheetImport, SheetPreview } from "./import-row";
import { planColumns, planFor, plansOf, type SheetPlan } from "./plans.server";
import { asMeant, readAsChosen, saidIn } from "./read-rows";
import { countRows, dropRows, keepRows } from "./sheet-rows.server";
import type { Claims, JudgedRow, ReadRow, Sheet } from "./sheet";
import type { SheetColumn } from "./column";

const parcel = 1000;
/** More than a workbook of 100,000 records and its header hold. */
export const sheetRowLimits = {
  rows: 120_000,
  cells: 6_000_000,
  elements: 20_000_000,
  unpackedBytes: 900 * 2 ** 20,
  sharedText: 60_000_000,
};

/** The dry run: reads the whole file, judges every row and keeps what it found; nothing of the room's records changes. */
export async function checkFile(
  sheet: Sheet,
  viewer: Viewer,
  row: SheetImport,
  file: SheetFile,
  report: (rows: number) => void,
  signal?: AbortSignal,
): Promise<Omit<SheetPreview, "before">> {
  await dropRows(db(), row.importId);
  const [columns, sheets, plans] = await Promise.all([
    sheet.columnsFor(viewer),
    sheetsOf(file, { signal }),
    plansOf(db(), row.templateCode),
  ]);
  const preview: Omit<SheetPreview, "before"> = {
    match: null,
    sheet: row.choices.sheet ?? sheets.find(({ hidden }) => !hidden)?.name,
    sheets: sheets.map(({ name, hidden }) => ({ name, hidden })),
    hiddenSheets: sheets.filter(({ hidden }) => hidden).map(({ name }) => name),
    hiddenRows: 0,
    mergedRows: 0,
    emptied: 0,
    counts: { new: 0, changed: 0, same: 0, wrong: 0 },
  };
  const claims: Claims = new Map();
  let waiting: ReadRow[] = [];
  let keeping = Promise.resolve();
  let rows = 0;
  const isText = sheets.length === 0;
  for await (const read of headedRows(sheet, columns, row, { ...file, isText, plans }, preview, signal)) {
    if (read.hidden) preview.hiddenRows++;
    waiting.push(read);
    if (sheet.mostJudgedTogether && waiting.length > sheet.mostJudgedTogether)
      return {
        ...preview,
        trouble: `${sheet.title}的各行互相引用，一次最多 ${sheet.mostJudgedTogether} 行，请拆分后上传`,
      };
    if (sheet.mostJudgedTogether || waiting.length < parcel) continue;
    report((rows += waiting.length));
    await judge();
  }
  report(rows + waiting.length);
  await judge();
  await keeping;
  // The database looks at so many new rows late, and reads them all for each parcel until then.
  if (rows > 0) await sql`analyze sheet_row`.execute(db());
  const { new: fresh, changed, same, wrong, folded } = await countRows(db(), row.importId);
  return { ...preview, counts: { new: fresh, changed, same, wrong, folded } };

  async function judge(): Promise<void> {
    const { keepsEmpty } = preview;
    const judged = await sheet.judge(viewer, waiting, { mode: row.mode, claims, keepsEmpty });
    preview.emptied! += judged.reduce((sum, one) => sum + emptiedBy(one), 0);
    waiting = [];
    await keeping;
    signal?.throwIfAborted();
    keeping = keepRows(db(), row.importId, judged);
    // The next rows are judged meanwhile; who waits for it hears of its failure.
    keeping.catch(() => undefined);
  }
}

async function* headedRows(
  sheet: Sheet,
  columns: readonly SheetColumn[],
  { choices: asked, mode }: SheetImport,
  { isText, plans, ...file }: SheetFile & { isText: boolean; plans: readonly SheetPlan[] },
  preview: Omit<SheetPreview, "before">,
  signal?: AbortSignal,
): AsyncGenerator<ReadRow> {
  let first: SheetRow[] | undefined = [];
  let choices = asked;
  for await (const given of readSheet(file, { sheet: preview.sheet, limits: sheetRowLimits, signal })) {
    const one = asMeant(given, isText, choices.cells?.[given.row]);
    if (!first) {
      const read = readOne(one);
      if (read) yield read;
      continue;
    }
    first.push(one);
    if (first.length < firstRows) continue;
    const begun = begin(first);
    if (!begun) return;
    yield* begun;
    first = undefined;
  }
  if (first) yield* begin(first) ?? [];

  function begin(rows: readonly SheetRow[]): ReadRow[] | undefined {
    const isHeadless = asked.headerRow === 0;
    const chosen = asked.headerRow ? rows.filter(({ row }) => row === asked.headerRow) : undefined;
    const fits = asked.plan === "none" || isHeadless ? undefined : planFor(plans, chosen ?? rows);
    const isPlanned = fits && (asked.plan ? asked.plan === fits.plan.planId : fits.known.isApplied && !asked.columns);
    preview.plan = fits && { ...fits.known, isApplied: Boolean(isPlanned) };
    const header = isPlanned ? [fits.row] : (chosen ?? rows);
    const match = isHeadless
      ? withoutHeader(rows, columns)
      : (findHeader(header, columns) ?? (header[0] && plainHeader(header[0], columns)));
    if (isPlanned) choices = { ...asked, ...plannedChoices(fits.plan, match!.headers, asked) };
    preview.match = match && choices.columns ? assignColumns(match, choices.columns, columns) : (match ?? null);
    const { columns: planned, constants, meanings } = choices;
    preview.planned = isPlanned ? { plan: fits.plan.planId, columns: planned, constants, meanings } : undefined;
    const isOurs = match?.unknown.length === 0 && isEmpty(match.guessed) && !isEmpty(match.columns);
    preview.keepsEmpty = asked.empty ? asked.empty === "keep" : !isOurs;
    preview.samples = match && samplesOf(rows, match);
    preview.trouble = troubleOf(sheet, columns, preview.match, { mode, constants: choices.constants });
    if (preview.trouble) return undefined;
    return rows.flatMap((one) => readOne(one) ?? []);
  }

  function readOne(one: SheetRow): ReadRow | undefined {
    const read = readAsChosen(one, preview.match!, columns, choices);
    if (read && one.merged?.some((at) => Object.values(preview.match!.columns).includes(at))) preview.mergedRows!++;
    return read;
  }
}

const isEmpty = (some: object | undefined) => Object.keys(some ?? {}).length === 0;

/** How many values a changed record loses to empty cells. */
const emptiedBy = ({ kind, fields, before }: JudgedRow): number =>
  kind === "changed"
    ? Object.entries(fields ?? {}).filter(([name, value]) => value === null && (before?.[name] ?? null) !== null).length
    : 0;

/** The first words of each column below the header, as people recognise it by. */
const samplesOf = (rows: readonly SheetRow[], { row, headers }: HeaderMatch): string[] =>
  headers.map((_, at) => {
    const said = rows.flatMap((one) => (one.row > row ? [one.shown?.[at] ?? saidIn(one.cells[at])] : []));
    return [...new Set(said.filter(Boolean))].slice(0, 2).join("、").slice(0, 24);
  });

/** A table that has no header: its columns go by their letters. */
const withoutHeader = (rows: readonly SheetRow[], columns: readonly SheetColumn[]): HeaderMatch => ({
  row: 0,
  headers: Array.from({ length: Math.max(0, ...rows.map(({ cells }) => cells.length)) }, () => ""),
  columns: {},
  repeated: [],
  moved: false,
  missing: columns.map(({ name }) => name),
  unknown: [],
});

/** What a plan chooses for a table with this header, but for what a person has chosen since. */
function plannedChoices(plan: SheetPlan, headers: readonly string[], { constants, meanings = {} }: SheetChoices) {
  const names = new Set([...Object.keys(plan.meanings), ...Object.keys(meanings)]);
  return {
    columns: planColumns(plan, headers),
    constants: { ...plan.constants, ...constants },
    meanings: Object.fromEntries([...names].map((name) => [name, { ...plan.meanings[name], ...meanings[name] }])),
  };
}

/** A first row in which no column is known, for assigning all by hand. */
const plainHeader = ({ row, cells }: SheetRow, columns: readonly SheetColumn[]): HeaderMatch => ({
  row,
  headers: cells.map((cell) => (cell === null ? "" : String(cell).slice(0, 60))),
  columns: {},
  repeated: [],
  moved: false,
  missing: columns.map(({ name }) => name),
  unknown: cells.flatMap((cell, column) => (cell === null ? [] : [{ column, header: String(cell).slice(0, 60) }])),
});

function troubleOf(
  sheet: Sheet,
  columns: readonly SheetColumn[],
  match: HeaderMatch | null,
  { mode, constants = {} }: Pick<SheetImport, "mode"> & Pick<SheetChoices, "constants">,
): string | undefined {
  if (!match) return "文件里没有内容。请下载模板，按模板填写后上传";
  if (match.repeated.length > 0)
    return `文件中有重复的列：${match.repeated.join("、")}。请只保留一列，或在下面指定用哪一列`;
  const lacking = columns.filter(
    ({ name, required }) =>
      match.missing.includes(name) &&
      (sheet.identity.includes(name) || (required && mode === "insert" && !(name in constants))),
  );
  if (lacking.length === 0) return undefined;
  return `文件中没有找到必需的列：${lacking.map(({ header }) => header).join("、")}。请在下面指定它们在哪一列，或给它们填固定值，或改正表头后重新上传`;
}
