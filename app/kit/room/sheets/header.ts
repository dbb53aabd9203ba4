import type { SheetCell, SheetRow } from "~/kit/page/sheets/sheet";
import type { SheetColumn } from "./column";

/** Which column of the file holds which field; -1 where none does. `unknown` are headers that are no field's. */
export interface HeaderMatch {
  /** The row of the header, from 1. */
  row: number;
  headers: string[];
  /** Field -> column of the file, from 0. */
  columns: Record<string, number>;
  missing: string[];
  unknown: { column: number; header: string }[];
  repeated: string[];
  moved: boolean;
}

/** The column that the result of an earlier import stands in; it is no field's. */
const resultHeader = "导入结果";

/** Finds the header among the first rows: that with the most known columns. Undefined where none has any. */
export function findHeader(rows: readonly SheetRow[], columns: readonly SheetColumn[]): HeaderMatch | undefined {
  const matches = rows.slice(0, 10).map(({ row, cells }) => matchHeader(row, cells, columns));
  const best = matches.reduce<HeaderMatch | undefined>(
    (found, one) => (count(one) > (found ? count(found) : 0) ? one : found),
    undefined,
  );
  return best;
}

/** The field that a header means: by its label or its name, else without a remark in brackets, else with what people add to a record that is named by its code. */
function fieldOf(header: string, known: readonly SheetColumn[]): SheetColumn | undefined {
  const [said, bare] = [plain(header), withoutRemark(plain(header))];
  return (
    known.find((one) => plain(one.header) === said || one.name.toLowerCase() === said) ??
    known.find((one) => plain(one.header) === bare || one.name.toLowerCase() === bare) ??
    known.find(
      (one) => one.reference && ["编号", "编码", "代码", "名称"].some((word) => `${plain(one.header)}${word}` === bare),
    )
  );
}

const withoutRemark = (header: string) => header.replace(/[([【][^()[\]【】]*[)\]】]$/, "");

const count = ({ columns }: HeaderMatch) => Object.keys(columns).length;

export function matchHeader(row: number, cells: readonly SheetCell[], known: readonly SheetColumn[]): HeaderMatch {
  const headers = cells.map((cell) => (cell === null ? "" : String(cell).trim()));
  const columns: Record<string, number> = {};
  const unknown: HeaderMatch["unknown"] = [];
  const repeated: string[] = [];
  headers.forEach((header, at) => {
    if (!header || plain(header) === resultHeader) return;
    const found = fieldOf(header, known);
    if (!found) unknown.push({ column: at, header });
    else if (found.name in columns) repeated.push(found.header);
    else columns[found.name] = at;
  });
  return {
    row,
    headers,
    columns,
    unknown,
    repeated,
    missing: known.filter(({ name }) => !(name in columns)).map(({ name }) => name),
    moved: isMoved(columns, known),
  };
}

/** A header with columns that a person has assigned by hand: field -> column, -1 for none. */
export function assignColumns(
  match: HeaderMatch,
  chosen: Record<string, number>,
  known: readonly SheetColumn[],
): HeaderMatch {
  const taken = new Set(Object.values(chosen));
  const columns = Object.fromEntries(
    known.flatMap(({ name }) => {
      const at = chosen[name] ?? (taken.has(match.columns[name] ?? -1) ? -1 : match.columns[name]);
      return at === undefined || at < 0 ? [] : [[name, at]];
    }),
  );
  const used = new Set(Object.values(columns));
  return {
    ...match,
    columns,
    repeated: match.repeated.filter((header) => !known.some((one) => one.header === header && one.name in chosen)),
    missing: known.filter(({ name }) => !(name in columns)).map(({ name }) => name),
    unknown: match.headers.flatMap((header, column) =>
      header && !used.has(column) && plain(header) !== resultHeader ? [{ column, header }] : [],
    ),
    moved: isMoved(columns, known),
  };
}

function isMoved(columns: Record<string, number>, known: readonly SheetColumn[]): boolean {
  const places = known.flatMap(({ name }) => (name in columns ? [columns[name]!] : []));
  return places.some((place, at) => at > 0 && place < places[at - 1]!);
}

/** As people write headers: with stars, spaces, full-width letters or a remark in brackets. */
const plain = (header: string) =>
  header
    .normalize("NFKC")
    .replace(/[*\s]/g, "")
    .replace(/\((必填|选填|单位[^)]*)\)$/, "")
    .toLowerCase();
