import { callNumbers, callTexts, callTicks, SequenceEntry } from "~/domains/line-versions/schema";
import { stationRoom } from "~/domains/stations/room";
import type { SheetCell, SheetRow } from "~/kit/page/sheets/sheet";
import { inChinese } from "~/kit/page/forms/messages";
import { asShown } from "~/kit/room/sheets/read-cell";
import { type LngLat, parseLngLat } from "~/transit/geo/coordinates";
import { degreeExamples, readDegrees } from "~/transit/geo/degrees";
import type { FileCrs } from "~/transit/geo/file-crs";
import type { Columns, StationColumn } from "./columns";
import { placeOf } from "../file-place";
import { isError, shortened, textOf } from "./cell-text";
import type { RowReport } from "./row-report";
import type { StationEntry } from "./station-entry";

export interface Reading {
  columns: Columns;
  /** Left out: places are not made of the points. */
  crs?: FileCrs;
  direction: "1" | "2" | "file";
  directionNames: readonly { direction: 1 | 2; directionName: string }[];
  fromZero?: boolean;
  /** Numbers may be longer than a station's: they are another program's, and only tell stations apart. */
  anyNumber?: boolean;
}

/** Reads a row by its columns; everything wrong with it is reported, and what is right is kept all the same. */
export function readEntry({ row, cells, shown }: SheetRow, reading: Reading, report: RowReport): StationEntry {
  const { columns, crs } = reading;
  const cell = (name: StationColumn): SheetCell =>
    columns[name] === undefined ? null : (cells[columns[name]] ?? null);
  const textAt = (name: StationColumn) => textOf(cell(name));
  const wrong = (name: StationColumn, message: string) => report.error(row, name, message);
  const number = (name: StationColumn): number | null => {
    const text = textAt(name);
    if (text === "") return null;
    const axis = name === "lng" || name === "lat" ? name : undefined;
    const value = Number(text.normalize("NFKC").replace(/,|°$/g, ""));
    if (Number.isFinite(value)) return value;
    const degrees = axis && readDegrees(text, axis);
    if (typeof degrees === "number") return degrees;
    wrong(name, `“${shortened(text)}”不是${axis ? `坐标，请写成例如 ${degreeExamples[axis]}` : "数字"}`);
    return null;
  };

  const station = {
    staSelfCode: textAt("staSelfCode").normalize("NFKC"),
    staName: textAt("staName").normalize("NFC"),
    nameEn: textAt("nameEn") || null,
    road: textAt("road") || null,
  };
  for (const [name, value] of Object.entries(station) as [keyof typeof station, string | null][]) {
    const given = cell(name);
    const said =
      typeof given === "number" || given instanceof Date ? asShown(given, shown?.[columns[name]!]) : undefined;
    const fault = isError(value) ? `单元格是错误值 ${value}，请在表格中改正` : said?.fault;
    if (fault) wrong(name, fault);
    if (name === "staSelfCode" && reading.anyNumber && (value?.length ?? 0) > 20 && !fault) continue;
    const read = value && !fault ? stationRoom.Add.shape[name].safeParse(said?.text ?? value, inChinese) : undefined;
    if (read?.success) Object.assign(station, { [name]: read.data });
    else if (read) wrong(name, read.error.issues[0]!.message);
  }
  const call: StationEntry["call"] = {};
  for (const name of callNumbers) if (columns[name] !== undefined && textAt(name) !== "") keep(name, number(name));
  for (const name of callTexts) if (textAt(name) !== "") keep(name, textAt(name));
  for (const name of callTicks) {
    const text = textAt(name);
    if (text === "") continue;
    if (/^(是|1|true|y|yes|√|✓|有)$/i.test(text)) call[name] = true;
    else if (/^(否|0|false|n|no|×|无|-)$/i.test(text)) call[name] = false;
    else wrong(name, `“${shortened(text)}”应为“是”或“否”`);
  }
  const type = textAt("staType");
  const serial = columns.serial === undefined ? null : number("serial");
  if (
    columns.serial !== undefined &&
    (serial === null ? textAt("serial") === "" : !Number.isInteger(serial) || serial < 0 || serial > 10_000)
  )
    wrong("serial", Number.isInteger(serial) ? "站序应在 0 到 10000 之间" : "站序应为整数，例如 1");
  const point = pointOf();
  const place = placed(point);
  const misplaced = place === null && (["lng", "lat", "place"] as const).some((name) => textAt(name) !== "");
  return {
    row,
    direction: directionOf(),
    serial,
    ...station,
    point,
    place,
    misplaced,
    hail: /招呼|^[67]$/.test(type),
    end: /起点|首站|^[13]$/.test(type) ? "first" : /终点|末站|^[24]$/.test(type) ? "last" : null,
    call,
  };

  function keep(name: (typeof callNumbers)[number] | (typeof callTexts)[number], value: unknown) {
    if (value === null) return;
    const read = SequenceEntry.shape[name].safeParse(value, inChinese);
    if (read.success) Object.assign(call, { [name]: read.data });
    else wrong(name, read.error.issues[0]!.message);
  }

  function directionOf(): 1 | 2 | null {
    const text = textAt("direction");
    const said = directionSaid(text, reading);
    if (reading.direction === "file") {
      if (said === null)
        wrong(
          "direction",
          text === ""
            ? "请填写方向（上行或下行）"
            : `“${shortened(text)}”应为${reading.directionNames.map(({ directionName }) => directionName).join("或")}`,
        );
      return said;
    }
    const chosen = reading.direction === "1" ? 1 : 2;
    if (said !== null && said !== chosen)
      wrong("direction", `这一行写的是“${text}”，与所选的方向不同；请选择“按文件中的方向列”，或把方向列设为“没有”`);
    return chosen;
  }

  function pointOf(): LngLat | null {
    const joined = columns.place === undefined ? "" : textAt("place").normalize("NFKC");
    if (joined !== "") {
      const parts = joined
        .split(/[,，;\s]+/)
        .filter(Boolean)
        .map(Number);
      if (parts.length === 2 && parts.every(Number.isFinite)) return [parts[0]!, parts[1]!];
      const read = parseLngLat(joined);
      if (read) return read;
      wrong("place", `“${shortened(joined)}”应为“经度,纬度”，例如 116.39,39.9`);
      return null;
    }
    const [x, y] = [number("lng"), number("lat")];
    if (x !== null && y !== null) return [x, y];
    if (x !== null && textAt("lat") === "") wrong("lat", "有经度而没有纬度");
    if (y !== null && textAt("lng") === "") wrong("lng", "有纬度而没有经度");
    return null;
  }

  function placed(at: LngLat | null): LngLat | null {
    const found = at && crs && placeOf(at, crs);
    if (!found) return null;
    if ("place" in found) return found.place;
    wrong(columns.place !== undefined && textAt("place") !== "" ? "place" : found.axis, found.fault);
    return null;
  }
}

interface DirectionNames {
  directionNames: readonly { direction: 1 | 2; directionName: string }[];
  /** The column says 0 for up and 1 for down, as timetables of other programs do. */
  fromZero?: boolean;
}

/** Which direction a cell says: the line's own name for it, 上行, up, 去程 or a number; null where it says none. */
export function directionSaid(text: string, { directionNames, fromZero = false }: DirectionNames): 1 | 2 | null {
  const named = directionNames.find(({ directionName }) => directionName === text)?.direction;
  if (named) return named;
  if (fromZero && /^[01]$/.test(text)) return text === "0" ? 1 : 2;
  if (/^(1|上行?|环行|up|去程)$/i.test(text)) return 1;
  return /^(2|下行?|down|回程|返程)$/i.test(text) ? 2 : null;
}
