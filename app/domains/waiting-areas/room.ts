import { tables } from "~/domains/record-tables/schema";
import { z } from "zod";
import { recordKey } from "~/kit/page/forms/rules";
import { coordsText } from "~/kit/page/map/shape-rules";
import { ringWords } from "~/kit/page/map/shape-words";
import { field, optional, withDefault } from "~/kit/room/fields";
import { defineRoom, permissions } from "~/kit/room/room";
import { pointsOf } from "~/transit/geo/shape";
import { pointsFault } from "~/transit/geo/shape-faults";

const directions = [
  { value: 1, label: "上行" },
  { value: 2, label: "下行" },
] as const;
const queueRules = [
  { value: 1, label: "先到先发" },
  { value: 2, label: "按计划" },
] as const;
const lineKeys = z.array(recordKey).max(500, "最多 500 条线路");
const { fence, line } = tables;

export const waitingAreaRoom = defineRoom({
  name: "waiting-areas",
  noun: "待车区",
  title: "待车区",
  url: "/electronic-fence/waiting-area",
  key: "waitUuid",
  may: permissions("waiting-area"),
  named: "waitName",
  code: "waitName",
  few: true,
  fields: {
    waitName: field.name("待车区名称", 32, { hint: "同一围栏内不重复" }),
    fenceUuid: field.record("所属围栏", fence, {
      placeholder: "围栏名称、编号或拼音",
      as: "fenceName",
      held: "待车区",
    }),
    direction: optional(field.choice("方向", directions, { placeholder: "不限" })),
    capacity: optional(field.whole("车位数", 1, 100, { unit: "个", hint: "1 到 100" })),
    entryAzimuth: optional(field.whole("进入方位角", 0, 359, { unit: "°", hint: "车头方向，正北为 0，顺时针" })),
    queueRule: withDefault(field.choice("排队规则", queueRules), 1),
    enabled: field.enabled(),
    lineUuids: {
      ...field.own("线路", lineKeys.default([]), z.array(z.string()), { refers: line }),
      change: lineKeys,
    },
    coords: field.own("边界坐标", coordsText.nullish(), z.array(z.number()).nullable(), { say: ringWords }),
    remark: field.note("备注"),
  },
  more: {
    directionName: z.string().nullable(),
    fenceNum: z.string(),
    orgName: z.string(),
    lineNames: z.array(z.string()),
  },
  bulk: ["enabled", "queueRule", "direction", "capacity"],
  checks: [soundRing],
  emptyText: "还没有待车区：先有电子围栏，再在围栏内画出待车区。",
});
export type WaitingAreaRow = typeof waitingAreaRoom.row;
export type WaitingAreaValues = typeof waitingAreaRoom.values & { waitUuid?: string };

export function soundRing({ coords }: { coords?: number[] | null }, context: z.core.$RefinementCtx) {
  const fault = coords && coords.length > 0 && pointsFault("polygon", pointsOf(coords));
  if (fault) context.addIssue({ code: "custom", path: ["coords"], message: fault });
}
