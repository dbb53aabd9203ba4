import type { SheetRow } from "~/kit/page/sheets/sheet";
import { groupBy } from "~/kit/ground/group-by";
import { createYielder } from "~/kit/ground/yield-regularly";
import { LineCollector } from "~/transit/line-files/assemble";
import type { FileStop, LineFile } from "~/transit/line-files/shape";
import { idKey, stopKey } from "~/transit/line-files/stop-key";
import { clockIn } from "~/kit/room/sheets/read-cell";
import type { Columns, StationColumn } from "../stations/columns";
import { cellText, directionsFromZero } from "../stations/line-rows";
import { bareName } from "../stations/match";
import { reportRows } from "../stations/row-report";
import { readEntry, type Reading } from "../stations/row-values";
import { truncate } from "~/transit/osm/text";
import { withMeantPlaces } from "./mend-places";
import type { StationEntry } from "../stations/station-entry";

const directionNames = [
  { direction: 1, directionName: "上行" },
  { direction: 2, directionName: "下行" },
] as const;

/** The lines that rows of one station each make: a line by its number, else its name; its directions by their column, else where the serials begin again. */
export async function linesOfRows(rows: readonly SheetRow[], columns: Columns): Promise<LineFile> {
  const turn = createYielder();
  const found = new LineCollector();
  const reading: Reading = {
    columns,
    directionNames,
    fromZero: directionsFromZero(rows, columns),
    direction: columns.direction === undefined ? "1" : "file",
    anyNumber: true,
  };
  const named = rows.filter((row) => {
    const isNamed = lineKeyOf(row, columns) !== "";
    if (!isNamed && row.cells.some((cell) => cell !== null && cell !== ""))
      found.tell(`第 ${row.row} 行`, "没有线路，已略去");
    return isNamed;
  });
  const read: { row: SheetRow; entry: StationEntry }[] = [];
  for (const row of named) {
    await turn();
    const entry = entryOf(row, reading, found);
    if (entry) read.push({ row, entry });
  }
  const { entries: meant, told } = withMeantPlaces(read.map(({ entry }) => entry));
  for (const { where, text } of told) found.tell(where, text);
  // By the row itself: several stations may stand in one row of the file.
  const entryAt = new Map(read.map(({ row }, at) => [row, meant[at]!]));
  for (const [key, ofLine] of groupBy(named, (row) => lineKeyOf(row, columns))) {
    await turn();
    const entries = ofLine.flatMap((row) => entryAt.get(row) ?? []);
    const [lineId, lineName] = (["lineId", "line"] as const).map(
      (name) => ofLine.map((row) => cellText(row, columns, name)).find(Boolean) ?? "",
    ) as [string, string];
    for (const calls of directionsOf(entries, columns, found)) {
      const stops = calls.map(stopOf);
      found.add({
        lineName: lineName || lineId,
        lineKey: `table:${key}`,
        lineRef: lineId || undefined,
        direction: calls[0]!.direction ?? undefined,
        company: firstSaid(ofLine, columns, "company"),
        price: firstSaid(ofLine, columns, "price")?.slice(0, 64),
        hours: hoursOf(calls, ofLine, columns),
        circular: stops.length > 2 && stops[0]!.key === stops.at(-1)!.key,
        stops,
        path: [],
        record: calls[0]!.row,
        where: `第 ${calls[0]!.row} 行起`,
      });
    }
  }
  return {
    kind: "table",
    lines: found.finish(),
    problems: found.problems,
    counts: { ...found.counts, records: rows.length },
  };
}

const firstSaid = (rows: readonly SheetRow[], columns: Columns, name: StationColumn): string | undefined =>
  rows.map((row) => cellText(row, columns, name)).find(Boolean);

/** The first and the last departure that the rows of a direction say. */
function hoursOf(calls: readonly StationEntry[], ofLine: readonly SheetRow[], columns: Columns) {
  const own = new Set(calls.map(({ row }) => row));
  const rows = ofLine.filter(({ row }) => own.has(row));
  const said = (name: "firstTime" | "lastTime") =>
    rows.map(({ cells }) => (columns[name] === undefined ? "" : clockIn(cells[columns[name]]))).find(Boolean);
  const [first, last] = [said("firstTime"), said("lastTime")];
  return first && last ? { first, last } : undefined;
}

const lineKeyOf = (row: SheetRow, columns: Columns) =>
  cellText(row, columns, "lineId") || bareName(cellText(row, columns, "line"));

/** The row's station; none where it names none, or where its direction or serial cannot be read. */
function entryOf(row: SheetRow, reading: Reading, found: LineCollector): StationEntry | null {
  const report = reportRows(reading.columns);
  const entry = readEntry(row, reading, report);
  for (const { column, message } of report.problems) found.tell(`第 ${row.row} 行`, `${column}：${message}`);
  if ([...entry.staName].length > stationName) {
    entry.staName = truncate(entry.staName, stationName);
    found.tell(`第 ${row.row} 行`, `站名已截为前 ${stationName} 个字：“${entry.staName}”`);
  }
  const isBroken = report.problems.some(({ level, column }) => level === "error" && /方向|站序/.test(column));
  const isNamed = entry.staName !== "" || entry.staSelfCode !== "";
  if (!isNamed) found.tell(`第 ${row.row} 行`, "没有站名和站点编号，已略去");
  else if (isBroken) found.tell(`第 ${row.row} 行`, `“${entry.staName || entry.staSelfCode}”已略去`);
  return isNamed && !isBroken ? entry : null;
}

function directionsOf(entries: readonly StationEntry[], columns: Columns, found: LineCollector): StationEntry[][] {
  if (columns.direction !== undefined)
    return [...groupBy(entries, ({ direction }) => direction)].map(([, calls]) => inOrder(calls, columns, found));
  if (columns.serial === undefined) return entries.length > 0 ? [[...entries]] : [];
  const directions: StationEntry[][] = [];
  let before = Infinity;
  for (const entry of entries) {
    if (entry.serial! < before) directions.push([]);
    // The second one is the way back; what follows are others that the pairing tells apart.
    directions.at(-1)!.push({ ...entry, direction: directions.length === 2 ? 2 : 1 });
    before = entry.serial!;
  }
  return directions;
}

function inOrder(calls: readonly StationEntry[], columns: Columns, found: LineCollector): StationEntry[] {
  if (columns.serial === undefined) return [...calls];
  const sorted = calls.toSorted((a, b) => a.serial! - b.serial! || a.row - b.row);
  sorted.forEach(({ row, serial }, at) => {
    if (at > 0 && sorted[at - 1]!.serial === serial)
      found.tell(`第 ${row} 行`, `站序 ${serial} 与第 ${sorted[at - 1]!.row} 行重复，按先后排列`);
  });
  return sorted;
}

/** Letters that a station's name, and signs that its number, may have. */
const stationName = 64;
const stationNumber = 20;

function stopOf({ staSelfCode, staName, nameEn, point, hail, call }: StationEntry): FileStop {
  const [lng, lat] = point ?? [NaN, NaN];
  const { duration, dwell, ...others } = call;
  return {
    key: staSelfCode ? idKey("TB", staSelfCode) : point ? stopKey("TB", staName, point) : idKey("TB", staName),
    name: staName,
    nameEn: nameEn ?? undefined,
    lng,
    lat,
    code: staSelfCode.length > stationNumber ? undefined : staSelfCode || undefined,
    onRequest: hail,
    call: others,
    duration: duration ?? undefined,
    dwell: dwell ?? undefined,
  };
}
