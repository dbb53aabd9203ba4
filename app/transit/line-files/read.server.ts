import { createReadStream } from "node:fs";
import { readFile, stat } from "node:fs/promises";
import initSqlJs, { type Database } from "sql.js";
import { lineFileLimits } from "~/kit/ground/files/limits";
import { GtfsFileError } from "~/transit/gtfs/feed";
import { readGtfs } from "~/transit/gtfs/read.server";
import { announcerPart, boundHeap, readAnnouncer } from "./announcer";
import { isEchartsLines, readEchartsLines } from "./echarts-lines";
import { isGeoJson, readGeoJson } from "./geojson";
import { linesOfGtfs } from "./gtfs-lines";
import { readRecordText } from "./record-text";
import { LineFileError, type LineFile, unrecognised } from "./shape";
import { headOf, hintOfName, holdsGtfs, isSqlite, isZip, textOf, unpackArchive } from "./sources.server";
import type { LngLat } from "~/transit/geo/lng-lat";
import { LineCollector } from "./assemble";
import { pairOf } from "./points";
import { jsonFault } from "~/kit/ground/files/json-fault";

/** A file as it lies on disk; `name` is only asked for a hint of its coordinate system. */
export interface SourceFile {
  path: string;
  name: string;
}

/** Reads what was uploaded together: one file of lines, a GTFS archive, both databases of an announcer, or an archive of such files, which is unpacked into an empty folder of the caller's. Throws LineFileError. */
export async function readLineFiles(files: readonly SourceFile[], folder: string, packed = false): Promise<LineFile> {
  for (const { path, name } of files) {
    const { size } = await stat(path);
    if (size === 0) throw new LineFileError(`文件“${name}”是空的，请重新导出后上传`);
    if (size > lineFileLimits.bytes)
      throw new LineFileError(`文件“${name}”超过 ${lineFileLimits.bytes / 2 ** 20} MB，请拆成几个再上传`);
  }
  const heads = await Promise.all(files.map(({ path }) => headOf(path)));
  if (heads.some(isSqlite)) return hinted(await readDatabases(files.filter((_, at) => isSqlite(heads[at]!))), files);
  const [file, ...others] = files;
  if (!file) throw new LineFileError("请选择要上传的文件");
  if (others.length > 0)
    throw new LineFileError("只有报站器的两个数据库（站点库和线路库）可以一起上传，其他文件请一次上传一个");
  return hinted(await readOne(file, heads[0]!, folder, packed), files);
}

async function readOne(file: SourceFile, head: Buffer, folder: string, packed: boolean): Promise<LineFile> {
  if (isZip(head)) {
    if (await holdsGtfs(file.path)) return gtfs(file.path);
    if (packed) throw new LineFileError("压缩包里还有压缩包，请解开后再上传");
    return readLineFiles(await unpackArchive(file.path, folder), folder, true);
  }
  const start = head
    .toString("latin1")
    .replace(/^\xef\xbb\xbf/, "")
    .trimStart();
  if (/^[[{]/.test(start)) return document(file);
  const lines = () => textOf(createReadStream(file.path), head);
  const [first = "", second = ""] = await firstLines(lines());
  if (/^[^;]+;[^;]*;\s*-?\d/.test(first)) return readPolylineText(lines());
  if (/\S[:：]-?\d+(\.\d+)?[,，]-?\d/.test(second)) return readRecordText(lines());
  throw new LineFileError(
    `${unrecognised}。可以上传：三行一条的线路文本、“线路名;编号;折线”文本、GeoJSON、ECharts 线路 JSON、报站器 SQLite 数据库（站点库和线路库一起选）、GTFS 压缩包、线路站点表（Excel 或 CSV，表头要有线路、站名或站点编号）`,
  );
}

async function document(file: SourceFile): Promise<LineFile> {
  const content = await readDocument(file.path);
  if (isGeoJson(content)) return readGeoJson(content);
  if (isEchartsLines(content)) return readEchartsLines(content);
  throw new LineFileError("这个 JSON 文件既不是 GeoJSON，也不是 ECharts 线路数据，认不出其中的线路");
}

async function gtfs(path: string): Promise<LineFile> {
  try {
    return linesOfGtfs(await readGtfs(path));
  } catch (error) {
    throw error instanceof GtfsFileError ? new LineFileError(error.message, { cause: error }) : error;
  }
}

async function readDatabases(files: readonly SourceFile[]): Promise<LineFile> {
  const engine = await initSqlJs();
  const opened: Database[] = [];
  const parts: { station?: Database; line?: Database } = {};
  try {
    for (const { path, name } of files) {
      if ((await stat(path)).size > lineFileLimits.documentBytes)
        throw new LineFileError(`数据库“${name}”超过 ${lineFileLimits.documentBytes / 2 ** 20} MB，请拆分后再上传`);
      const database = new engine.Database(await readFile(path));
      opened.push(database);
      boundHeap(database);
      const part = announcerPart(database);
      if (!part) throw new LineFileError(`数据库“${name}”里没有 station 表或 line 表，不是报站器的数据库`);
      if (parts[part])
        throw new LineFileError(`上传的两个文件都是${part === "line" ? "线路库" : "站点库"}，请同时选择站点库和线路库`);
      parts[part] = database;
    }
    // One database may hold both tables.
    const both = parts.line && !parts.station ? parts.line : parts.station;
    if (!parts.line || !both) throw new LineFileError("只有站点库，请同时选择站点库和线路库两个文件");
    if (both === parts.line && !hasStations(both))
      throw new LineFileError("只有线路库，请同时选择站点库和线路库两个文件");
    return readAnnouncer(both, parts.line);
  } finally {
    for (const database of opened) database.close();
  }
}

function hasStations(database: Database): boolean {
  return (
    (database.exec("select count(*) from sqlite_master where type = 'table' and name = 'station'")[0]?.values[0]?.[0] ??
      0) === 1
  );
}

async function firstLines(lines: AsyncIterable<string>): Promise<string[]> {
  const first: string[] = [];
  for await (const line of lines) {
    if (line.trim() !== "") first.push(line);
    if (first.length === 2) break;
  }
  return first;
}

function hinted(file: LineFile, files: readonly SourceFile[]): LineFile {
  const named = files.map(({ name }) => hintOfName(name)).find(Boolean);
  if (named) return { ...file, hint: named };
  if (file.kind === "records") return { ...file, hint: { crs: "BD09", why: "这种三行格式多由百度地图导出" } };
  return file;
}

/** One direction a line of text: 线路名;编号;经度 纬度,经度 纬度 …; there are no stations. */
async function readPolylineText(lines: AsyncIterable<string>): Promise<LineFile> {
  const found = new LineCollector();
  let number = 0;
  let record = 0;
  for await (const text of lines) {
    number++;
    if (text.trim() === "") continue;
    record++;
    const where = `第 ${record} 条记录（第 ${number} 行）`;
    const [name = "", , polyline] = text.split(";");
    if (!name.trim() || polyline === undefined) {
      found.tell(where, "应为三段：线路名;编号;折线，已略去此记录");
      continue;
    }
    const { path, unreadable } = pointsOf(polyline);
    if (unreadable > 0) found.tell(where, `“${name}”的折线中有 ${unreadable} 个点读不出坐标，已略去`);
    const [first, last] = [path[0], path.at(-1)];
    found.add({
      lineName: name.trim(),
      lineKey: `poly:${name.trim()}`,
      circular: path.length > 2 && String(first) === String(last),
      stops: [],
      path,
      record,
      where,
    });
  }
  return { kind: "polylines", lines: found.finish(), problems: found.problems, counts: found.counts };
}

/** Empty places between two commas only part the stretches between stations. */
function pointsOf(polyline: string): { path: LngLat[]; unreadable: number } {
  const path: LngLat[] = [];
  let unreadable = 0;
  for (const part of polyline.split(",")) {
    if (part.trim() === "") continue;
    const point = pairOf(part);
    if (!point) unreadable++;
    else if (String(path.at(-1)) !== String(point)) path.push(point);
  }
  return { path, unreadable };
}

const advice = "请拆成几个再上传";
const { documentDepth: depth, documentValues: values, documentKeys: keys } = lineFileLimits;

/** A JSON document that is held whole; throws LineFileError for one that is damaged, or that would take far more memory than it is long. */
async function readDocument(file: string): Promise<unknown> {
  if ((await stat(file)).size > lineFileLimits.documentBytes)
    throw new LineFileError(`JSON 文件超过 ${lineFileLimits.documentBytes / 2 ** 20} MB，${advice}`);
  const bytes = await readFile(file);
  const fault = jsonFault(bytes, { depth, values, keys });
  if (fault) throw new LineFileError(`${fault}，不像线路文件；确实是的${advice}`);
  try {
    return JSON.parse(bytes.toString("utf8").replace(/^\ufeff/, ""));
  } catch (error) {
    throw new LineFileError(`JSON 文件不完整或有误：${(error as Error).message.slice(0, 120)}`);
  }
}
