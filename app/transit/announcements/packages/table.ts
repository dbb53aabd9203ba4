import { parse } from "csv-parse/sync";
import { PackageError } from "./package-file";

export type Cell = string | number | boolean | undefined;

/** The heads of a table in a file, and the names by which it is read. */
export type Heads<Name extends string> = Readonly<Record<Name, string>>;

export function writeTable<Name extends string>(heads: Heads<Name>, rows: Iterable<Record<Name, Cell>>): string {
  const names = Object.keys(heads) as Name[];
  const lines = [names.map((name) => heads[name])].concat(
    [...rows].map((row) => names.map((name) => cellText(row[name]))),
  );
  return lines.map((cells) => `${cells.map(quote).join(",")}\r\n`).join("");
}

export function readTable<Name extends string>(heads: Heads<Name>, text: string, path: string): TableRow<Name>[] {
  const names = Object.keys(heads) as Name[];
  let rows: string[][];
  try {
    rows = parse(text, { relax_column_count: true, max_record_size: 1_000_000, skip_empty_lines: true });
  } catch {
    throw new PackageError(`${path} 不是逗号分隔的表格`);
  }
  const [head = [], ...body] = rows;
  if (names.some((name, at) => head[at] !== heads[name]))
    throw new PackageError(`${path} 的表头应为 ${names.map((name) => heads[name]).join(",")}`);
  return body.map((cells, at) => new TableRow(names, cells, `${path} 第 ${at + 2} 行`));
}

/** The cells of a row by name; a number that is none is refused with its place. */
export class TableRow<Name extends string> {
  private readonly cells: ReadonlyMap<string, string>;

  constructor(
    names: readonly Name[],
    cells: readonly string[],
    readonly where: string,
  ) {
    if (cells.length !== names.length) throw new PackageError(`${where}有 ${cells.length} 列，应为 ${names.length} 列`);
    this.cells = new Map(names.map((name, at) => [name, cells[at]!]));
  }

  text(name: Name): string {
    return this.cells.get(name)!;
  }

  number(name: Name): number {
    const value = this.optionalNumber(name);
    if (value === undefined) throw new PackageError(`${this.where}的 ${name} 没有填写`);
    return value;
  }

  optionalNumber(name: Name): number | undefined {
    const text = this.text(name);
    if (text === "") return undefined;
    if (!/^-?\d+(\.\d+)?(e[+-]?\d+)?$/.test(text))
      throw new PackageError(`${this.where}的 ${name} 不是数字：${text.slice(0, 20)}`);
    return Number(text);
  }

  flag(name: Name): boolean {
    return this.text(name) === "1";
  }

  oneOf<Value extends string | number>(name: Name, values: Readonly<Record<Value, unknown>>): Value {
    const text = this.text(name);
    if (!Object.hasOwn(values, text)) throw new PackageError(`${this.where}的 ${name} 不认识：${text.slice(0, 20)}`);
    return (Object.keys(values).every((value) => /^\d+$/.test(value)) ? Number(text) : text) as Value;
  }
}

function cellText(cell: Cell): string {
  return cell === undefined ? "" : typeof cell === "boolean" ? (cell ? "1" : "0") : String(cell);
}

function quote(text: string): string {
  return /[",\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
