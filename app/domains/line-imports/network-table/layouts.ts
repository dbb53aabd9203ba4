import type { SheetCell, SheetRow } from "~/kit/page/sheets/sheet";
import { LineFileError } from "~/transit/line-files/shape";
import { type Columns, guessColumns, guessHeaderRow } from "../stations/columns";
import { clockIn } from "~/kit/room/sheets/read-cell";
import { textOf } from "../stations/cell-text";
import type { TableChoices } from "./table-choices";

/** How a table of a network lists stations: one a row, or those of a line below its name, a column each. */
export const layouts = {
  rows: "一行一站，或一行一条线路（站点在“途经站点”列）",
  columns: "一列一条线路：表头是线路，站名在下面",
} as const;
export type Layout = keyof typeof layouts;

/** The same of departures. */
export const departureLayouts: Record<Layout, string> = {
  rows: "一行一班，或一行一条线路（时刻并排，或在一格里）",
  columns: "一列一条线路：表头是线路，时刻在下面",
};

/** How a table is most likely meant, by its first rows: header, layout, what it holds and where; only the columns where the header's row is given. */
export function guessChoices(
  rows: readonly SheetRow[],
  headerRow?: number,
): Required<Pick<TableChoices, "headerRow" | "layout" | "holds" | "columns">> {
  const known = headerRow ?? guessHeaderRow(rows);
  const linesRow = headerRow === undefined && known === 0 ? guessLinesRow(rows) : 0;
  const at = linesRow || known;
  const header = rows.find(({ row }) => row === at)?.cells ?? [];
  const body = rows.filter(({ row }) => row > at);
  const layout = linesRow > 0 ? "columns" : "rows";
  const columns = linesRow > 0 ? {} : withLists(guessColumns(rows, at), header, body);
  return { headerRow: at, layout, ...holdsOf(columns, layout, body) };
}

const mostStations = 300_000;

/** Rows of one station each, whatever way a table lists them, the columns of these rows, and in words what was done for it. */
export function oneStationARow(
  rows: readonly SheetRow[],
  { layout = "rows", headerRow, columns }: TableChoices,
): { rows: SheetRow[]; columns: Columns; notes: string[] } {
  const body = rows.filter(({ row }) => row > headerRow);
  const header = rows.find(({ row }) => row === headerRow)?.cells ?? [];
  if (layout === "columns") return stationsBelowLines(header, body);
  return columns.via === undefined && columns.viaBack === undefined
    ? { rows: body, columns, notes: [] }
    : stationsOfLists(header, body, columns);
}

function stationsBelowLines(header: readonly SheetCell[], body: readonly SheetRow[]) {
  const headings = header.map((cell) => headingOf(textOf(cell)));
  const isDirected = headings.some(({ direction }) => direction !== "");
  const rows: SheetRow[] = [];
  headings.forEach(({ line, direction }, at) => {
    if (line === "" || isSerial(line)) return;
    let serial = 0;
    for (const { row, cells } of body) {
      const name = textOf(cells[at] ?? null);
      if (name !== "") add(rows, { row, cells: [line, direction || "上行", ++serial, name] });
    }
  });
  const columns = { line: 0, serial: 2, staName: 3, ...(isDirected && { direction: 1 }) };
  return { rows, columns, notes: [] };
}

function stationsOfLists(header: readonly SheetCell[], body: readonly SheetRow[], columns: Columns) {
  const { via, viaBack, staName: _one, serial: _serial, direction, ...others } = columns;
  const lists = [
    { from: via, direction: "上行" },
    { from: viaBack, direction: "下行" },
  ].flatMap((list) =>
    list.from === undefined ? [] : [{ ...list, cells: [list.from, ...besideOf(list.from, header, columns)] }],
  );
  const mark = markOf(body.flatMap(({ cells }) => lists.flatMap((list) => list.cells.map((at) => textAt(cells, at)))));
  const width = Math.max(0, ...body.map(({ cells }) => cells.length));
  const rows: SheetRow[] = [];
  for (const { row, cells, ...rest } of body)
    for (const list of lists) {
      const names = list.cells.flatMap((at) => namesIn(textAt(cells, at), mark));
      const padded = [...cells, ...Array.from({ length: width - cells.length }, () => null)];
      const said = lists.length > 1 || direction === undefined ? list.direction : textAt(cells, direction);
      names.forEach((name, at) => add(rows, { ...rest, row, cells: [...padded, said, at + 1, name] }));
    }
  return {
    rows,
    columns: {
      ...others,
      serial: width + 1,
      staName: width + 2,
      // A table of one list and no direction has its ways back in rows of their own.
      ...((lists.length > 1 || direction !== undefined) && { direction: width }),
    },
    notes: mark ? [`途经站点按“${mark.shown}”分开`] : [],
  };
}

const textAt = (cells: readonly SheetCell[], at: number) => textOf(cells[at] ?? null);

function add(rows: SheetRow[], row: SheetRow): void {
  if (rows.length >= mostStations)
    throw new LineFileError(`表格中的站点超过 ${mostStations.toLocaleString("en")} 个，请分成几个文件`);
  rows.push(row);
}

interface Mark {
  shown: string;
  pattern: RegExp;
}

/** What may stand between the names of a list, the plainest first; a name may hold those further down. */
const marks: readonly Mark[] = [
  { shown: "→", pattern: /[→⇒➝]|-+>/ },
  { shown: "—", pattern: /[—–－]+/ },
  { shown: "-", pattern: /-+/ },
  { shown: "、", pattern: /、/ },
  { shown: "；", pattern: /[;；]/ },
  { shown: "，", pattern: /[,，]/ },
  { shown: "|", pattern: /[|｜]/ },
  { shown: "/", pattern: /\// },
  { shown: "空格", pattern: /\s+/ },
];

/** The mark that parts most of the texts into three names or more. */
function markOf(texts: readonly string[]): Mark | undefined {
  const counted = marks.map((mark) => ({
    mark,
    lists: texts.filter((text) => text.split(mark.pattern).length > 2).length,
  }));
  const [best] = counted.filter(({ lists }) => lists > 0).toSorted((a, b) => b.lists - a.lists);
  return best?.mark;
}

const namesIn = (text: string, mark: Mark | undefined): string[] =>
  (mark ? text.split(mark.pattern) : [text]).map((name) => name.trim()).filter(Boolean);

/** The columns to the right of a list's first that carry it on: nameless ones, and those that are counted. */
export function besideOf(from: number, header: readonly SheetCell[], columns: Columns): number[] {
  const taken = new Set(Object.values(columns));
  const beside: number[] = [];
  for (let at = from + 1; at < 256 && !taken.has(at); at++) {
    const text = textAt(header, at);
    if (text !== "" && !/^第?\D{0,3}\d{1,3}站?$/.test(text)) break;
    beside.push(at);
  }
  return beside;
}

/** The columns guessed of a table, where names stand in lists: in one cell, or in columns counted from 1. */
function withLists(guessed: Columns, header: readonly SheetCell[], body: readonly SheetRow[]): Columns {
  const { staName, ...others } = guessed;
  const counted = header.findIndex((_, at) => [1, 2, 3].every((nth) => saysNumber(textAt(header, at + nth - 1), nth)));
  if (guessed.via !== undefined) return others;
  if (staName === undefined || staName === counted)
    return counted < 0 || guessed.serial === counted ? guessed : { ...others, via: counted };
  const names = body.map(({ cells }) => textAt(cells, staName)).filter(Boolean);
  const mark = markOf(names);
  const areLists = mark && names.filter((name) => namesIn(name, mark).length > 2).length > names.length / 2;
  return areLists ? { ...others, via: staName } : guessed;
}

const saysNumber = (text: string, nth: number) => text.replace(/[第站点名号]/g, "") === String(nth);

export const isSerial = (text: string) => /^(站序|班次|班序|序号|顺序|序|no\.?)$/i.test(text);

/** A heading's line, and the direction that stands behind it: 1路（上行）. */
export function headingOf(text: string): { line: string; direction: string } {
  const said = /^(.*?)[\s(（—-]*(上行|下行|去程|回程|返程)[)）]*$/.exec(text.slice(0, 100));
  return said?.[1] ? { line: said[1], direction: said[2]! } : { line: text, direction: "" };
}

/** The row, of the first ten, that names a line in each of its columns, two at least, above names in Chinese; 0 where none does. */
function guessLinesRow(rows: readonly SheetRow[]): number {
  const found = rows.slice(0, 10).find(({ cells }) => {
    const said = cells.map(textOf).filter((text) => text !== "" && !isSerial(text));
    return said.length > 1 && said.every((text) => /^[^,，;；]{1,16}[路线]$/.test(headingOf(text).line));
  });
  if (!found) return 0;
  const below = rows.filter(({ row }) => row > found.row).slice(0, 20);
  const texts = below.flatMap(({ cells }) => cells.map(textOf)).filter((text) => !/^\d{0,4}$/.test(text));
  const names = texts.filter((text) => /^\p{Script=Han}[^,，]{0,40}$/u.test(text));
  if (names.length > 0 && names.length >= texts.length * 0.9) return found.row;
  return holdTimes(below.flatMap(({ cells }) => cells.slice(0, found.cells.length))) ? found.row : 0;
}

/** Nine of ten cells that hold anything are times of day, or lists of them. */
function holdTimes(cells: readonly SheetCell[]): boolean {
  const said = cells.filter(
    (cell) => cell !== null && cell !== "" && !(typeof cell === "number" && cell < 400 && cell % 1 === 0),
  );
  const times = said.filter((cell) =>
    cell instanceof Date
      ? cell.getUTCFullYear() < 1905
      : textOf(cell)
          .split(/[\s、，,;；]+/)
          .every((one) => clockIn(typeof cell === "number" ? cell : one) !== ""),
  );
  return times.length > 0 && times.length >= said.length * 0.9;
}

/** What a table holds: the stations of lines, or when their buses leave. */
function holdsOf(columns: Columns, layout: Layout, body: readonly SheetRow[]): { holds: Holds; columns: Columns } {
  const some = body.slice(0, 20);
  if (layout === "columns")
    return { holds: holdTimes(some.flatMap(({ cells }) => cells)) ? "departures" : "stations", columns };
  const { via, ...others } = columns;
  const isLine = columns.line !== undefined || columns.lineId !== undefined;
  const listed = via !== undefined && holdTimes(some.map(({ cells }) => cells[via] ?? null));
  if (listed) return { holds: "departures", columns: { ...others, departure: via } };
  const isTimed = isLine && columns.departure !== undefined && columns.staName === undefined && via === undefined;
  return { holds: isTimed ? "departures" : "stations", columns };
}

export const holdings = { stations: "线路的站点", departures: "发车时刻（写入生效版本的时刻表）" } as const;
export type Holds = keyof typeof holdings;

/** Stations stand in lists, which say nothing of a station but its name. */
export const holdsLists = ({ layout, columns }: Pick<TableChoices, "layout" | "columns">): boolean =>
  layout === "columns" || columns.via !== undefined || columns.viaBack !== undefined;
