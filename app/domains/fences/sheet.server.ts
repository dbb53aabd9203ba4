import { z } from "zod";
import { roomSheet } from "~/kit/room/sheets/room-sheet.server";
import { nameParties } from "./named-parties.server";
import { fenceRoom, type FenceRow } from "./room";
import { fences } from "./room.server";
import { readGeometry, writeGeometry } from "./sheet-geometry";
import { weekdayNames } from "./choices";
import { windowWords, type TimeWindow } from "./time-windows";

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
