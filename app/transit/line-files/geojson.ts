import type { LngLat } from "~/transit/geo/lng-lat";
import { distanceBetween } from "~/transit/geo/lng-lat";
import { LineCollector } from "./assemble";
import { type FileStop, LineFileError, type LineFile } from "./shape";
import { stopKey } from "./stop-key";

interface Feature {
  properties: Record<string, unknown>;
  geometry: { type: string; coordinates: unknown };
}

export function isGeoJson(document: unknown): document is { type: string; features?: unknown[]; crs?: unknown } {
  return (
    typeof document === "object" &&
    document !== null &&
    ["FeatureCollection", "Feature"].includes((document as { type?: string }).type ?? "")
  );
}

/** Lines are LineString and MultiLineString features with a name or ref; points with the line they belong to are its stations, in the order of `sequence`. */
export function readGeoJson(document: { type: string; features?: unknown[]; crs?: unknown }): LineFile {
  const found = new LineCollector();
  const features = (
    document.type === "Feature" ? [document] : Array.isArray(document.features) ? document.features : []
  ) as Feature[];
  const lines: { at: number; where: string; properties: Record<string, unknown>; path: LngLat[] }[] = [];
  const points = new Map<string, { order: number; stop: FileStop }[]>();
  let loose = 0;
  features.forEach((feature, index) => {
    const where = `第 ${index + 1} 个要素`;
    const properties = feature?.properties ?? {};
    const { type, coordinates } = feature?.geometry ?? { type: "", coordinates: null };
    if (type === "LineString") lines.push({ at: index + 1, where, properties, path: pairs(found, coordinates, where) });
    else if (type === "MultiLineString")
      lines.push({ at: index + 1, where, properties, path: joined(found, coordinates, where) });
    else if (type === "Point") {
      const line = text(properties, belongsTo);
      const [point] = pairs(found, [coordinates], where);
      const name = text(properties, stationNames);
      if (!line || !point || !name) loose++;
      else
        held(points, line).push({
          order: Number(text(properties, sequences) || index),
          stop: {
            key: stopKey("GEO", name, point),
            name,
            lng: point[0],
            lat: point[1],
            code: text(properties, codes) || undefined,
          },
        });
    } else if (type) found.tell(where, `${type} 不是线路也不是站点，已略去`);
  });
  if (loose > 0) found.tell("", `${loose} 个点没有说明属于哪条线路（属性 line 或 ref）或没有名称，已略去`);
  for (const { at, where, properties, path } of lines) {
    const [name, ref] = [text(properties, names), text(properties, refs)];
    const lineName = name || ref;
    if (!lineName) {
      found.tell(where, "没有线路名称（属性 name 或 ref），已略去");
      continue;
    }
    const direction = directionOf(text(properties, directions));
    const stops = (points.get(`${lineName}|${direction ?? ""}`) ?? points.get(lineName) ?? points.get(ref) ?? [])
      .sort((a, b) => a.order - b.order)
      .map(({ stop }) => stop);
    const ordered = follows(path, stops) ? stops : [...stops].reverse();
    const circular = path.length > 2 && distanceBetween(path[0]!, path.at(-1)!) < 50 && Math.abs(path[0]![0]) <= 180;
    found.add({
      lineName,
      lineRef: ref || undefined,
      lineKey: `geo:${lineName}`,
      direction,
      from: text(properties, starts) || undefined,
      to: text(properties, ends) || undefined,
      circular,
      stops: ordered,
      path,
      record: at,
      where,
    });
  }
  if (lines.length === 0) throw new LineFileError("文件里没有 LineString 或 MultiLineString 要素，找不到线路");
  return {
    kind: "geojson",
    lines: found.finish(),
    problems: found.problems,
    counts: found.counts,
    hint: hintOf(document.crs),
  };
}

const names = ["name", "线路名称", "lineName", "line_name", "route_long_name"];
const refs = ["ref", "线路编号", "route_short_name", "lineId"];
const belongsTo = ["line", "ref", "线路", "lineName", "route"];
const stationNames = ["name", "站名", "staName", "stop_name"];
const codes = ["code", "站点编号", "staSelfCode", "stop_code"];
const sequences = ["sequence", "seq", "站序", "serial"];
const directions = ["direction", "方向", "direction_id"];
const starts = ["from", "起点", "首站"];
const ends = ["to", "终点", "末站"];

function text(properties: Record<string, unknown>, keys: readonly string[]): string {
  const value = keys
    .map((key) => properties[key])
    .find((one) => (typeof one === "string" && one.trim() !== "") || typeof one === "number");
  return value === undefined ? "" : String(value).trim();
}

function directionOf(value: string): 1 | 2 | undefined {
  if (/^(1|up|上行)$/i.test(value)) return 1;
  return /^(2|down|下行)$/i.test(value) ? 2 : undefined;
}

function pairs(found: LineCollector, coordinates: unknown, where: string): LngLat[] {
  if (!Array.isArray(coordinates)) return [];
  const good = coordinates.filter(
    (one): one is number[] => Array.isArray(one) && typeof one[0] === "number" && typeof one[1] === "number",
  );
  if (good.length < coordinates.length)
    found.tell(where, `有 ${coordinates.length - good.length} 个点读不出坐标，已略去`);
  return good.map(([lng, lat]) => [lng!, lat!]);
}

function joined(found: LineCollector, coordinates: unknown, where: string): LngLat[] {
  const parts = (Array.isArray(coordinates) ? coordinates : [])
    .map((part) => pairs(found, part, where))
    .filter((part) => part.length > 0);
  const gaps = parts.slice(1).filter((part, at) => distanceBetween(parts[at]!.at(-1)!, part[0]!) > 50).length;
  if (gaps > 0) found.tell(where, `折线由 ${parts.length} 段组成，其中 ${gaps} 处不相连，已按直线连接`);
  return parts.flat();
}

function follows(path: readonly LngLat[], stops: readonly FileStop[]): boolean {
  const [first, last, start] = [stops[0], stops.at(-1), path[0]];
  if (!first || !last || !start) return true;
  return distanceBetween(start, [first.lng, first.lat]) <= distanceBetween(start, [last.lng, last.lat]);
}

function held<T>(map: Map<string, T[]>, key: string): T[] {
  const list = map.get(key) ?? [];
  map.set(key, list);
  return list;
}

function hintOf(crs: unknown): LineFile["hint"] {
  const given = (crs as { properties?: { name?: unknown } } | null | undefined)?.properties?.name;
  const name = typeof given === "string" ? given.slice(0, 100) : "";
  if (/3857|900913/.test(name)) return { crs: "EPSG:3857", why: `文件写明 ${name}` };
  return { crs: "WGS84", why: name ? `文件写明 ${name}` : "GeoJSON 标准规定为 WGS84，但国内的文件常常不是" };
}
