import { parse } from "csv-parse/sync";
import { SaxesParser } from "saxes";
import { isLngLat } from "~/transit/geo/lng-lat";
import type { Fix } from "./terminal";

/** A track that cannot be read; the message says in Chinese what is wrong and where. */
export class TrackError extends Error {
  override readonly name = "TrackError";
}

/** Positions of a GPX document, or of a table `time,lng,lat[,speed,heading]` with times in seconds or as a date. */
export function readTrack(text: string): Fix[] {
  const fixes = /^\s*(\ufeff)?\s*</.test(text) ? gpxFixes(text) : tableFixes(text);
  if (fixes.length === 0) throw new TrackError("轨迹里没有任何位置");
  return fixes;
}

function tableFixes(text: string): Fix[] {
  let rows: string[][];
  try {
    rows = parse(text, { bom: true, trim: true, relax_column_count: true, skip_empty_lines: true });
  } catch (error) {
    throw new TrackError("轨迹不是逗号分隔的表格", { cause: error });
  }
  const [head = [], ...body] = rows;
  const columns = head.map((name) => name.toLowerCase());
  const missing = ["time", "lng", "lat"].filter((name) => !columns.includes(name));
  if (missing.length > 0)
    throw new TrackError(`轨迹的表头缺少 ${missing.join("、")}，应为 time,lng,lat[,speed,heading]`);
  return body.map((cells, at) => {
    const cell = (name: string) => cells[columns.indexOf(name)] ?? "";
    const optional = (name: string) =>
      cell(name) === "" ? undefined : numberOf(cell(name), `第 ${at + 2} 行的 ${name}`);
    return fixOf(timeOf(cell("time"), at), optional("lng"), optional("lat"), `第 ${at + 2} 行`, {
      speed: optional("speed"),
      heading: optional("heading"),
    });
  });
}

function gpxFixes(text: string): Fix[] {
  const fixes: Fix[] = [];
  const parser = new SaxesParser();
  let open: { lat: string; lon: string; time: string } | undefined;
  let tag = "";
  parser.on("opentag", ({ name, attributes }) => {
    tag = name;
    if (name === "trkpt") open = { lat: String(attributes.lat), lon: String(attributes.lon), time: "" };
  });
  parser.on("text", (words) => {
    if (open && tag === "time") open.time += words.trim();
  });
  parser.on("closetag", ({ name }) => {
    if (name !== "trkpt" || !open) return;
    const where = `第 ${fixes.length + 1} 个轨迹点`;
    fixes.push(fixOf(timeOf(open.time, fixes.length), numberOf(open.lon, where), numberOf(open.lat, where), where));
    open = undefined;
  });
  parser.on("error", (error) => {
    throw new TrackError("轨迹不是完整的 GPX 文件", { cause: error });
  });
  parser.write(text).close();
  return fixes;
}

function fixOf(
  time: number,
  lng: number | undefined,
  lat: number | undefined,
  where: string,
  more: Partial<Fix> = {},
): Fix {
  if (lng === undefined || lat === undefined || !isLngLat(lng, lat)) throw new TrackError(`${where}没有正确的经纬度`);
  return { time, lng, lat, ...more };
}

/** Seconds; a position without a time comes a second after the one before it. */
function timeOf(text: string, at: number): number {
  if (text === "") return at;
  const seconds = /^\d+(\.\d+)?$/.test(text) ? Number(text) : Date.parse(text) / 1000;
  if (!Number.isFinite(seconds)) throw new TrackError(`第 ${at + 1} 个位置的时间“${text.slice(0, 30)}”无法识别`);
  return seconds;
}

function numberOf(text: string, where: string): number {
  const value = Number(text);
  if (text === "" || !Number.isFinite(value)) throw new TrackError(`${where}不是数字：${text.slice(0, 20)}`);
  return value;
}
