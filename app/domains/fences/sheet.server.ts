import { tables } from "~/domains/record-tables/schema";
import { z } from "zod";
import { roomSheet } from "~/kit/room/sheets/room-sheet.server";
import { fenceRoom, type FenceRow } from "./room";
import { fences } from "./room.server";
import { weekdayNames } from "./choices";
import { windowWords, type TimeWindow } from "./time-windows";
import type { Viewer } from "~/kit/data/access/viewer";
import { findCodes } from "~/kit/room/sheets/references.server";
import { outside } from "~/kit/data/access/outside";
import { asCoords, opened } from "~/transit/geo/coordinate-lines";
import type { LngLat } from "~/transit/geo/lng-lat";
import { kindOf, pointsOf } from "~/transit/geo/shape";

/** A fence's corners or path as WKT; a circle has none. */
function writeGeometry({ shape, coords }: Pick<FenceRow, "shape" | "coords">): string | null {
  const points = pointsOf(coords ?? []);
  if (points.length === 0) return null;
  const list = (all: readonly LngLat[]) => all.map(([lng, lat]) => `${lng} ${lat}`).join(", ");
  return kindOf(shape) === "corridor" ? `LINESTRING(${list(points)})` : `POLYGON((${list([...points, points[0]!])}))`;
}

/** WKT or GeoJSON as coordinates in turn; any other text as it is, for the rule of lines of coordinates to judge. */
function readGeometry(text: string): number[] | string {
  const points = readWkt(text) ?? readGeoJson(text);
  return points ? asCoords(opened(points)) : text.replace(/[;；]/g, "\n");
}

function readWkt(text: string): LngLat[] | undefined {
  const [, list] =
    /^\s*(?:POLYGON\s*\(\s*\(([^()]*)\)\s*\)|LINESTRING\s*\(([^()]*)\))\s*$/i
      .exec(text)
      ?.filter((one) => one !== undefined) ?? [];
  return list === undefined
    ? undefined
    : soundPoints(list.split(",").map((pair) => pair.trim().split(/\s+/).map(Number)));
}

function readGeoJson(text: string): LngLat[] | undefined {
  if (!text.trimStart().startsWith("{")) return undefined;
  try {
    const { type, coordinates, geometry } = JSON.parse(text) as Record<string, unknown>;
    if (type === "Feature") return readGeoJson(JSON.stringify(geometry));
    const found = type === "Polygon" ? (coordinates as unknown[])[0] : type === "LineString" ? coordinates : undefined;
    return Array.isArray(found) ? soundPoints(found) : undefined;
  } catch {
    return undefined;
  }
}

function soundPoints(points: readonly unknown[]): LngLat[] | undefined {
  const isPoint = (one: unknown): one is LngLat =>
    Array.isArray(one) &&
    one.length >= 2 &&
    one.slice(0, 2).every((part) => typeof part === "number" && Number.isFinite(part));
  return points.every(isPoint) ? points.map(([lng, lat]): LngLat => [lng, lat]) : undefined;
}

const { fields } = fenceRoom;
const emptyIsNone = (rule: z.ZodType) => z.preprocess((value) => value ?? [], rule);
const same = (rule: z.ZodType) => ({ rule, change: rule });
const words = (text: string) => text.split(/[\s,，;；、]+/).filter(Boolean);
const texts = same(emptyIsNone(z.array(z.string().max(64)).max(5000, "最多 5000 个")));
const coords = same(z.preprocess((value) => value ?? undefined, fields.coords.rule));

export const fenceSheet = roomSheet<FenceRow>(fences, {
  templateCode: "fence",
  columns: Object.keys(fields),
  looks: {
    fenceNum: { example: "WL100" },
    fenceName: { example: "学校路段限速" },
    ownerUuid: { reference: null, remark: "场站填编号或名称，线路填名称，站点填编号" },
    lng: { remark: "圆形的圆心；其他形状不用填" },
    lat: { remark: "圆形的圆心；其他形状不用填" },
    coords: {
      remark: "矩形和多边形写 WKT 的 POLYGON，走廊写 LINESTRING，也可以是 GeoJSON；WGS84",
      example: "POLYGON((116.38 39.87, 116.39 39.87, 116.39 39.88, 116.38 39.87))",
      width: 40,
      rules: coords,
      read: readGeometry,
      write: (text: string) => text,
    },
    timeWindows: {
      remark: "例如 07:00-09:00；17:00-19:00，留空为全天",
      rules: same(emptyIsNone(fields.timeWindows.rule)),
      read: (text) => text.replaceAll("、", "；"),
      write: (windows: TimeWindow[]) => windowWords(windows) || null,
    },
    weekdays: {
      remark: "例如 周一、周二，留空为每天",
      rules: same(emptyIsNone(fields.weekdays.rule)),
      read: (text) => words(text).map((word) => weekdayNames.find(({ label }) => label === word)?.value ?? word),
      write: (days: number[]) =>
        weekdayNames
          .filter(({ value }) => days.includes(value))
          .map(({ label }) => label)
          .join("、") || null,
    },
    lineUuids: { reference: null, rules: texts, read: words, write: listed, remark: "线路名称，用顿号分开" },
    busUuids: { reference: null, rules: texts, read: words, write: listed, remark: "车辆自编号，用顿号分开" },
  },
  rules: ["圆形填圆心和半径，矩形、多边形填边界坐标，走廊填边界坐标和宽度"],
  async asCells(viewer, rows) {
    const named = await nameParties(viewer, rows);
    return rows.map((row, at) => ({
      ...row,
      ...named[at]!,
      ...(row.shape !== undefined && { coords: writeGeometry(row) }),
    }));
  },
});

function listed(names: readonly string[]) {
  return names.join("、") || null;
}

type ListedParties = Pick<FenceRow, "ownerUuid" | "lineUuids" | "busUuids">;

const places = {
  parking: tables.depot,
  line: { ...tables.line, code: tables.line.title },
  station: tables.station,
  bus: { ...tables.bus, code: tables.bus.title },
} as const;

/** The owners, lines and buses of fences by what people call them, as far as they are given; those that the viewer does not reach as outside. */
async function nameParties(
  viewer: Viewer,
  rows: readonly Partial<ListedParties & Pick<FenceRow, "ownerType">>[],
): Promise<Partial<ListedParties>[]> {
  const owned = (type: string) =>
    rows.flatMap((row) => ((row.ownerType ?? type) === type && row.ownerUuid ? [row.ownerUuid] : []));
  const [parking, line, station, bus] = await Promise.all([
    findCodes(viewer, places.parking, owned("parking")),
    findCodes(viewer, places.line, [...owned("line"), ...rows.flatMap(({ lineUuids }) => lineUuids ?? [])]),
    findCodes(viewer, places.station, owned("station")),
    findCodes(
      viewer,
      places.bus,
      rows.flatMap(({ busUuids }) => busUuids ?? []),
    ),
  ]);
  const owners: Record<string, ReadonlyMap<string, string>> = { parking, line, station };
  const all = (codes: ReadonlyMap<string, string>, keys: readonly string[]) => [
    ...new Set(keys.map((key) => codes.get(key) ?? outside)),
  ];
  const ownerOf = (type: string | null | undefined, key: string | null) =>
    (key && (type ? owners[type]?.get(key) : (parking.get(key) ?? line.get(key) ?? station.get(key)))) || null;
  return rows.map(({ ownerType, ownerUuid, lineUuids, busUuids }) => ({
    ...(ownerUuid !== undefined && {
      ownerUuid: ownerUuid && ownerType !== null ? (ownerOf(ownerType, ownerUuid) ?? outside) : null,
    }),
    ...(lineUuids && { lineUuids: all(line, lineUuids) }),
    ...(busUuids && { busUuids: all(bus, busUuids) }),
  }));
}
