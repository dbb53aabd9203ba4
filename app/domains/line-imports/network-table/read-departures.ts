import type { SheetCell, SheetRow } from "~/kit/page/sheets/sheet";
import { clockIn } from "~/kit/room/sheets/read-cell";
import type { FileProblem, LineFile } from "~/transit/line-files/shape";
import type { TripService } from "~/transit/gtfs/trip-service";
import { type DayType, dayTypes } from "./day-types";
import { textOf } from "../stations/cell-text";
import type { Columns } from "../stations/columns";
import { bareName } from "../stations/match";
import { directionSaid } from "../stations/row-values";
import { besideOf, headingOf, isSerial } from "./layouts";
import type { TableChoices } from "./table-choices";

const mostDepartures = 300_000;
const mostProblems = 500;
const day = 86_400;
/** Seconds before which a bus is rather the last than the first. */
const smallHours = 4 * 3600;

/** Departures of one line's direction on one kind of day, in the order of the table; seconds of the day. */
interface Departures {
  lineName: string;
  lineId: string;
  direction: 1 | 2;
  days: DayType;
  row: number;
  seconds: number[];
}

/** The lines of a timetable's table, each direction with what departs on which days; cells that are no times are told. */
export function readDepartures(rows: readonly SheetRow[], choices: TableChoices): LineFile {
  const found = new Map<string, Departures>();
  const problems: FileProblem[] = [];
  let untold = 0;
  const tell = (where: string, text: string) =>
    problems.length < mostProblems ? void problems.push({ where, text }) : void untold++;
  let count = 0;
  const add = (at: Omit<Departures, "seconds">, cell: SheetCell, where: string) => {
    for (const one of timesIn(cell)) {
      const clock = clockIn(one);
      if (clock === "") {
        tell(where, `“${textOf(one).slice(0, 20)}”不是时刻，已略去`);
        continue;
      }
      if (++count > mostDepartures) continue;
      const key = [at.lineId || bareName(at.lineName), at.direction, at.days].join("\n");
      const held = found.get(key) ?? { ...at, seconds: [] };
      found.set(key, held);
      held.seconds.push(secondsOf(clock));
    }
  };
  const body = rows.filter(({ row }) => row > choices.headerRow);
  const header = rows.find(({ row }) => row === choices.headerRow)?.cells ?? [];
  if (choices.layout === "columns") readColumns(header, body, choices, add);
  else readRows(header, body, choices, { add, tell });
  if (count > mostDepartures)
    tell("", `发车时刻超过 ${mostDepartures.toLocaleString("en")} 个，其余没有读取，请分成几个文件`);
  if (untold > 0) problems.push({ where: "", text: `其余 ${untold} 处问题没有列出，请先改正以上的` });
  return {
    kind: "table",
    lines: linesOf([...found.values()], tell),
    problems,
    counts: { records: body.length, duplicates: 0, alike: 0 },
  };
}

type Add = (at: Omit<Departures, "seconds">, cell: SheetCell, where: string) => void;

function readColumns(header: readonly SheetCell[], body: readonly SheetRow[], choices: TableChoices, add: Add): void {
  header.forEach((cell, at) => {
    const { line, direction } = headingOf(textOf(cell));
    if (line === "" || isSerial(line)) return;
    const held = {
      lineName: line,
      lineId: "",
      direction: directionSaid(direction || "上行", names) ?? 1,
      days: choices.days ?? "every",
    };
    for (const { row, cells } of body) add({ ...held, row }, cells[at] ?? null, `第 ${row} 行“${line}”`);
  });
}

function readRows(
  header: readonly SheetCell[],
  body: readonly SheetRow[],
  { columns, days = "every" }: TableChoices,
  { add, tell }: { add: Add; tell(where: string, text: string): void },
): void {
  const text = ({ cells }: SheetRow, name: keyof Columns) =>
    columns[name] === undefined ? "" : textOf(cells[columns[name]] ?? null);
  const from = columns.departure!;
  const places = [from, ...besideOf(from, header, columns)];
  for (const row of body) {
    const where = `第 ${row.row} 行`;
    const [lineName, lineId, said, onDays] = (["line", "lineId", "direction", "days"] as const).map((name) =>
      text(row, name),
    ) as [string, string, string, string];
    if (lineName === "" && lineId === "") {
      if (row.cells.some((cell) => textOf(cell) !== "")) tell(where, "没有线路，已略去");
      continue;
    }
    const direction = said === "" ? 1 : directionSaid(said, names);
    const kind = onDays === "" ? days : dayTypeSaid(onDays);
    if (!direction) tell(where, `方向“${said.slice(0, 20)}”应为上行或下行，已略去`);
    else if (!kind) tell(where, `运营日“${onDays.slice(0, 20)}”应为每天、工作日或周末，已略去`);
    else
      for (const at of places)
        add(
          { lineName: lineName || lineId, lineId, direction, days: kind, row: row.row },
          row.cells[at] ?? null,
          where,
        );
  }
}

const names = {
  directionNames: [
    { direction: 1, directionName: "上行" },
    { direction: 2, directionName: "下行" },
  ],
} as const;

function dayTypeSaid(text: string): DayType | undefined {
  const plain = text.normalize("NFKC").replace(/\s/g, "");
  if (/^(每天|每日|全周|日常|周一(至|到|-|~)周日)$/.test(plain)) return "every";
  if (/^(工作日|平日|平时|周一(至|到|-|~)周五)$/.test(plain)) return "workdays";
  return /^(周末|双休日?|休息日|节假日|周六日|周六、?周日)$/.test(plain) ? "weekends" : undefined;
}

/** A cell with one time, or a list of them. */
function timesIn(cell: SheetCell): SheetCell[] {
  if (cell instanceof Date) return [`${cell.getUTCHours()}:${String(cell.getUTCMinutes()).padStart(2, "0")}`];
  if (typeof cell !== "string") return cell === null ? [] : [cell];
  return cell
    .normalize("NFKC")
    .split(/[\s、,;|/]+/)
    .filter((part) => part !== "" && !/^[-—]+$/.test(part));
}

const secondsOf = (clock: string): number => {
  const [hours, minutes] = clock.split(":").map(Number);
  return hours! * 3600 + minutes! * 60;
};

function linesOf(found: readonly Departures[], tell: (where: string, text: string) => void): LineFile["lines"] {
  const lines = new Map<string, LineFile["lines"][number]>();
  for (const { lineName, lineId, direction, days, row, seconds } of found) {
    const key = lineId || bareName(lineName);
    const line = lines.get(key) ?? { key: `table:${key}`, name: lineName, ref: lineId || undefined, directions: [] };
    lines.set(key, line);
    const departures = inOneDay(seconds);
    const twice = seconds.length - departures.length;
    const label = `“${lineName}”${direction === 1 ? "上行" : "下行"}`;
    if (twice > 0) tell(`第 ${row} 行起`, `${label}有 ${twice} 班重复，只算一次`);
    const service: TripService = {
      name: dayTypes[days].label,
      weekdays: [...dayTypes[days].weekdays],
      from: null,
      to: null,
      added: [],
      removed: [],
      legs: null,
      frequencies: [],
      departures,
    };
    const held = line.directions.find((one) => one.direction === direction);
    if (held) held.services!.push(service);
    else line.directions.push({ circular: false, direction, stops: [], path: [], services: [service], record: row });
  }
  return [...lines.values()];
}

/** Times in order, each once; those of the small hours that stand behind later ones are the next day's. */
function inOneDay(listed: readonly number[]): number[] {
  let isDay = false;
  const seconds = listed.map((one) => {
    const isSmall = one < smallHours;
    if (!isSmall) isDay = true;
    return isSmall && isDay ? one + day : one;
  });
  return [...new Set(seconds)].sort((a, b) => a - b);
}
