import { tables } from "~/domains/record-tables/schema";
import { z } from "zod";
import { recordKey } from "~/kit/page/forms/rules";
import { coordsPairs, coordsText, shapeRules } from "~/kit/page/map/shape-rules";
import { field, optional, withDefault } from "~/kit/room/fields";
import { defineRoom, permissions } from "~/kit/room/room";
import { shapeKinds } from "~/transit/geo/shape";
import { colours, ownerTypes, ruleTypes, useTypes, weekdayNames } from "./choices";
import { faultsOfFence } from "./faults";
import { coordsWords, showCoords } from "./place";
import { type TimeWindow, timeWindowLines, timeWindows, windowWords } from "./time-windows";

const mostInScope = 5000;
const ownerType = z.enum(
  ownerTypes.map(({ value }) => value),
  { error: "请从列表中选择" },
);
const colour = z.string().regex(/^#[0-9a-fA-F]{6}$/, "颜色应为 #rrggbb，例如 #c92a2a");
const weekdays = z
  .array(z.number().int().min(1, "星期为 1 到 7").max(7, "星期为 1 到 7"))
  .max(7)
  .transform((days) => [...new Set(days)].sort());
/** Keys, or 自编号. */
const buses = z.array(z.string().trim().min(1).max(32)).max(mostInScope, `最多 ${mostInScope} 辆车`);
const lines = z.array(recordKey).max(mostInScope, `最多 ${mostInScope} 条线路`);
/** A form sends lists as lines of text. */
const busLines = z
  .union([z.string(), z.array(z.string())])
  .default([])
  .transform((sent) => (typeof sent === "string" ? sent.split(/[\s,，;；、]+/).filter(Boolean) : sent))
  .pipe(buses);
const texts = z.array(z.string());

/** Fields whose form sends something else than a call have the form's rule as `rule` and the call's as `change`. */
export const fenceRoom = defineRoom({
  name: "fences",
  noun: "电子围栏",
  title: "电子围栏管理",
  url: "/electronic-fence/electronic-fence-management",
  key: "fenceUuid",
  may: permissions("fence"),
  named: "fenceName",
  code: "fenceNum",
  fields: {
    fenceNum: field.code("围栏编号", 20, { hint: "不与其他围栏重复" }),
    fenceName: field.name("围栏名称", 64),
    useType: { ...field.choice("用途", useTypes), start: 6 },
    orgId: field.organisation(),
    ownerType: optional(
      field.ruled("choice", "关联类型", ownerType, z.string(), { choices: ownerTypes, placeholder: "不关联" }),
    ),
    /** A key, or what people call the owner: a depot's number or name, a line's name, a station's number. */
    ownerUuid: {
      ...field.text("关联对象", 64, { hint: "场站填编号或名称，线路填名称，站点填编号" }),
      refers: [tables.depot, tables.line, tables.station],
    },
    enabled: field.enabled(),
    colour: optional(field.ruled("choice", "颜色", colour, z.string(), { choices: colours, placeholder: "按用途" })),
    shape: field.ruled("choice", "形状", shapeRules.shape, z.number(), { choices: shapeKinds, start: 3 }),
    lng: field.own("中心经度", shapeRules.lng, z.number()),
    lat: field.own("中心纬度", shapeRules.lat, z.number()),
    radius: field.own("半径", shapeRules.radius, z.number().nullable(), {
      unit: "米",
      hint: "定位有约 15 米的误差：小于 20 米时会漏记穿过的车辆",
    }),
    coords: {
      ...field.own("边界坐标", coordsText.nullish(), z.array(z.number()).nullable(), { say: coordsWords }),
      change: coordsPairs.nullish(),
    },
    width: field.own("宽度", shapeRules.width, z.number().nullable(), {
      unit: "米",
      hint: "定位有约 15 米的误差：窄于 30 米时会漏记穿过的车辆",
    }),
    ruleType: optional(field.choice("规则", ruleTypes, { placeholder: "不设规则" })),
    limitSpeed: optional(field.whole("限速", 5, 120, { unit: "公里/时", hint: "5 到 120" })),
    stopMinutes: optional(field.whole("停车时长", 1, 1440, { unit: "分钟", hint: "1 到 1440" })),
    timeWindows: {
      ...field.own("生效时段", timeWindowLines.default([]), z.array(z.object({ from: z.string(), to: z.string() })), {
        say: (value: TimeWindow[]) => windowWords(value),
      }),
      change: timeWindows,
    },
    weekdays: {
      ...field.own("生效星期", z.array(z.coerce.number()).default([]).pipe(weekdays), z.array(z.number()), {
        choices: weekdayNames,
      }),
      change: weekdays,
    },
    beginDate: optional(field.date("开始日期")),
    endDate: optional(field.date("结束日期")),
    scopeAll: withDefault(field.ruled("check", "适用于全部车辆", z.boolean(), z.boolean()), true),
    lineUuids: {
      ...field.own("适用线路", lines.default([]), texts, {
        refers: tables.line,
      }),
      change: lines,
    },
    busUuids: {
      ...field.own("适用车辆", busLines, texts, {
        refers: tables.bus,
      }),
      change: buses,
    },
    remark: field.note("备注"),
  },
  more: { ownerName: z.string().nullable(), waitingAreas: z.number() },
  bulk: ["enabled", "useType", "orgId", "colour", "beginDate", "endDate"],
  pages: ["map"],
  checks: [sound],
  forHistory: showCoords,
});
export type FenceRow = typeof fenceRoom.row;

export function sound(fence: Parameters<typeof faultsOfFence>[0], context: z.core.$RefinementCtx): void {
  for (const { path, message } of faultsOfFence(fence)) context.addIssue({ code: "custom", path: [path], message });
}
