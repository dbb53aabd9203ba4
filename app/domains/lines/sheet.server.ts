import { sql } from "kysely";
import { z } from "zod";
import { field, optional, withDefault } from "~/kit/room/fields";
import { defineRoom } from "~/kit/room/room";
import { type Served, serve } from "~/kit/room/served.server";
import { roomSheet } from "~/kit/room/sheets/room-sheet.server";
import type { Kept } from "~/kit/room/source.server";
import { lineCategories, lineStates, lineTypes, ticketTypes } from "./choices";
import { lineRefers } from "./labels";
import { createLine, updateLine } from "./lines.server";
import { lineOrder, lineWhere } from "./list.server";
import { may } from "./policy";
import { lineRecord } from "./records.server";
import { deleteLines } from "./removal.server";
import { type LineFilters, mileageRule, timeRule } from "./schema";
import { lineTable } from "./table";
import { linesUrl } from "./urls";

const time = (label: string) =>
  optional(field.ruled("text", label, timeRule, z.string(), { hint: "例如 05:30；次日凌晨可写 24:30" }));
const mileage = (label: string) => optional(field.ruled("number", label, mileageRule, z.number(), { unit: "公里" }));

/** A line's own fields as a sheet has them; its stations, paths and versions have imports of their own. */
const lineFields = {
  lineName: field.name("线路名称", 64, { hint: "不与其他线路重复；按名称查找线路" }),
  lineId: field.text("线路编号", 16),
  lineDeviceNo: optional(field.whole("线路设备编号", 1, 65535)),
  lineType: field.choice("线路类型", lineTypes, { hint: "有站点以后不能更改" }),
  category: withDefault(field.word("类别", lineCategories), "1"),
  state: withDefault(field.choice("状态", lineStates), 10),
  orgId: field.organisation(),
  upFirst: time("上行首班"),
  upLast: time("上行末班"),
  downFirst: time("下行首班"),
  downLast: time("下行末班"),
  upMileage: mileage("上行申报里程"),
  downMileage: mileage("下行申报里程"),
  departureInterval: field.text("发车间隔", 64),
  ticketType: optional(field.word("票制", ticketTypes)),
  price: field.text("票价", 64),
  parkingUuid: optional(
    field.record("首末场站", { ...lineRefers.parkingUuid, code: "parkingNum" }, { placeholder: "（暂无）" }),
  ),
  openDate: optional(field.date("开线日期")),
  stopDate: optional(field.date("停运日期")),
  remark: field.note("备注"),
};

const lineRoom = defineRoom({
  ...{ name: "lines", noun: "线路", title: "线路管理", url: linesUrl, key: "lineUuid" },
  ...{ may, named: "lineName", code: "lineName", fields: lineFields },
});

const columns = ["lineUuid", ...Object.keys(lineFields), "version"].map((name) => sql.ref(`line.${name}`));

const source: Kept<typeof lineRoom.row, LineFilters> = {
  kept: lineRecord,
  room: lineRoom,
  select: sql.join(columns),
  where: (filters, viewer) => [lineWhere(viewer, filters, false)],
  order: lineOrder,
  scope: sql`line.org_id`,
  searched: [],
};

/** Lines by their own fields, as sheets and batches of calls write them. */
export const linesByFields = serve<typeof lineRoom.row>({
  room: lineRoom,
  table: lineTable as unknown as Served<typeof lineRoom.row>["table"],
  source: source as Kept<typeof lineRoom.row, never>,
  verbs: {
    create: createLine as never,
    update: updateLine as never,
    remove: deleteLines,
  },
});

export const lineSheet = roomSheet(linesByFields, {
  templateCode: "line",
  looks: {
    lineName: { example: "1路" },
    upFirst: { example: "05:30", read: clockIn },
    upLast: { example: "22:00", read: clockIn },
    downFirst: { read: clockIn },
    downLast: { read: clockIn },
  },
  rules: ["线路按名称查找；改名请在线路页面上改", "站点、路径和版本不在这个模板里，请用站点导入或线路文件导入"],
});

/** A time as Excel writes it may have seconds. */
function clockIn(text: string): string {
  return text.replace(/^(\d{1,2}:\d{2}):\d{2}$/, "$1");
}
