import { isExample, wordOf } from "~/kit/page/sheets/template";
import { unguardText } from "~/kit/page/tables/csv";
import type { SheetCell, SheetRow } from "~/kit/page/sheets/sheet";
import type { SheetColumn } from "./column";
import { type HeaderMatch } from "./header";
import { type CellReading, readCell } from "./read-cell";
import type { SheetChoices } from "./import-row";
import type { ReadRow, Values } from "./sheet";
import { placedValues } from "./sheet-places";

/** A row without what guards the texts of our own CSV files, and with what was corrected in it by column of the file. */
export function asMeant(row: SheetRow, isText: boolean, corrected: Record<string, string> = {}): SheetRow {
  const cells = isText
    ? row.cells.map((cell) => (typeof cell === "string" ? unguardText(cell) : cell))
    : [...row.cells];
  for (const [at, text] of Object.entries(corrected)) cells[Number(at)] = text;
  const isAsRead = (at: number) => !(at in corrected);
  const shown = Object.entries(row.shown ?? {}).filter(([at]) => isAsRead(Number(at)));
  return {
    ...row,
    cells: Array.from(cells, (cell) => cell ?? null),
    uncalculated: row.uncalculated?.filter(isAsRead),
    ...(row.shown && { shown: Object.fromEntries(shown) as Record<number, string> }),
    ...(row.merged && { merged: row.merged.filter(isAsRead) }),
  };
}

/** A row's cells as values of their fields; what a cell cannot mean is an error of its field. A field that no column has takes its constant. */
export function readRow(
  { row, cells, hidden = false, uncalculated, shown = {} }: Omit<SheetRow, "hidden"> & { hidden?: boolean },
  match: HeaderMatch,
  known: readonly SheetColumn[],
  constants: Readonly<Record<string, string>> = {},
): ReadRow | undefined {
  if (row <= match.row || isExample(cells)) return undefined;
  const values: Values = {};
  const codes: Record<string, string> = {};
  const kept: string[] = [];
  const empty: string[] = [];
  const errors: ReadRow["errors"] = [];
  let holds = false;
  for (const column of known) {
    const at = match.columns[column.name];
    const constant = at === undefined ? constants[column.name] : undefined;
    if (at === undefined && constant === undefined) continue;
    const read =
      at === undefined
        ? readCell(column, constant)
        : uncalculated?.includes(at)
          ? withoutResult
          : readCell(column, cells[at], shown[at]);
    if (read.is !== "empty" && at !== undefined) holds = true;
    if (read.is === "value") values[column.name] = read.value;
    else if (read.is === "empty") {
      values[column.name] = column.bits ? 0 : null;
      empty.push(column.name);
    } else if (read.is === "fault") errors.push({ name: column.name, message: read.message });
    else if (read.is === "code") codes[column.name] = read.code;
    else kept.push(column.name);
  }
  return holds ? { row, cells, hidden, values, codes, kept, empty, errors } : undefined;
}

const withoutResult: CellReading = {
  is: "fault",
  message: "公式没有计算结果，请用表格软件打开并保存后再上传，或直接填写内容",
};

/** The same under what a person chose for the file: constants, and the system of its places. */
export function readAsChosen(
  row: Parameters<typeof readRow>[0],
  match: HeaderMatch,
  known: readonly SheetColumn[],
  { constants, crs, meanings }: Pick<SheetChoices, "constants" | "crs" | "meanings">,
): ReadRow | undefined {
  const read = readRow(withMeanings(row, match, meanings), match, known, constants);
  return read && crs ? { ...read, values: placedValues(read.values, crs) } : read;
}

/** A row in which cells say what a person gave for their words. */
function withMeanings(
  row: Parameters<typeof readRow>[0],
  { columns }: HeaderMatch,
  meanings: SheetChoices["meanings"],
): Parameters<typeof readRow>[0] {
  if (!meanings) return row;
  const cells = [...row.cells];
  for (const [name, meant] of Object.entries(meanings)) {
    const at = columns[name];
    const said = at === undefined ? "" : saidIn(cells[at]);
    if (Object.hasOwn(meant, said)) cells[at!] = meant[said] || null;
  }
  return { ...row, cells };
}

/** What a cell says, as meanings are kept for it. */
export const saidIn = (cell: SheetCell | undefined): string =>
  cell === null || cell === undefined ? "" : wordOf(cell).trim();

/** The values as the field's rules make them, for a new record or for the change of one; a field that may not be empty says so. */
export function applyRules(
  columns: readonly SheetColumn[],
  values: Values,
  isNew: boolean,
): { fields: Values; errors: ReadRow["errors"] } {
  const fields: Values = {};
  const errors: ReadRow["errors"] = [];
  for (const { name, field, header, required } of columns) {
    if (!(name in values)) continue;
    const given = values[name];
    if (given === null && required) {
      errors.push({ name, message: `请填写${header}` });
      continue;
    }
    // A field with a value of its own keeps it where its cell is empty.
    if (given === null && !isNew && !field.change.safeParse(null).success) continue;
    const parsed = (isNew ? field.rule : field.change).safeParse(given);
    if (!parsed.success) errors.push({ name, message: parsed.error.issues[0]!.message });
    else if (parsed.data !== undefined) fields[name] = parsed.data;
  }
  return { fields, errors };
}
