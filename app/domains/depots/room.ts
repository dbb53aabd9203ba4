import { z } from "zod";
import { plausiblePoint, wholePoint } from "~/kit/page/forms/rules";
import { coordsText } from "~/kit/page/map/shape-rules";
import { ringWords } from "~/kit/page/map/shape-words";
import { field, optional, withDefault } from "~/kit/room/fields";
import { recordTable } from "~/kit/room/record-table";
import { defineRoom, permissions } from "~/kit/room/room";
import { pointsOf } from "~/transit/geo/shape";
import { pointsFault } from "~/transit/geo/shape-faults";

const parkingTypes = [
  { value: 1, label: "停车场" },
  { value: 2, label: "保养场" },
  { value: 3, label: "枢纽站" },
  { value: 4, label: "首末站" },
  { value: 5, label: "充电站" },
] as const;
const parkingStates = [
  { value: 1, label: "废弃" },
  { value: 2, label: "正常经营" },
  { value: 3, label: "临时使用" },
  { value: 4, label: "停用" },
  { value: 5, label: "临时停用" },
] as const;
const ownerships = [
  { value: 1, label: "自有" },
  { value: 2, label: "租赁" },
] as const;

export const depotRoom = defineRoom({
  name: "depots",
  noun: "场站",
  title: "场站管理",
  url: "/parking/parking-management",
  key: "parkingUuid",
  may: permissions("depot"),
  named: "parkingName",
  code: "parkingNum",
  few: true,
  fields: {
    parkingNum: field.code("场站编号", 20, { hint: "不与其他场站重复" }),
    parkingName: field.name("场站名称", 64),
    parkingType: withDefault(field.choice("类型", parkingTypes), 1),
    orgId: field.organisation(),
    state: withDefault(field.choice("状态", parkingStates), 2),
    ownership: optional(field.choice("权属", ownerships)),
    level: field.text("等级", 32),
    manager: field.text("负责人", 32),
    phone: field.phone(),
    busBays: optional(field.whole("停车位", 0, 5000, { unit: "个" })),
    chargers: optional(field.whole("充电桩", 0, 2000, { unit: "个" })),
    repairPits: optional(field.whole("维修坑", 0, 1000, { unit: "个" })),
    landArea: optional(field.decimal("占地面积", 0, 99_999_999.99, 2, { unit: "m²" })),
    outline: field.own("场界", coordsText.nullish(), z.array(z.number()).nullable(), { say: ringWords }),
    address: field.text("地址", 255, { wide: true }),
    ...field.point(),
    remark: field.note("备注"),
  },
  more: { busCount: z.number(), deviceCount: z.number(), fenceCount: z.number() },
  bulk: ["parkingType", "state", "orgId", "ownership", "level", "manager", "phone"],
  checks: [wholePoint, plausiblePoint, soundOutline],
  figuresOf: ({ parkingUuid, busCount, deviceCount, fenceCount }: DepotFigures) => [
    {
      label: "停放车辆",
      value: `${busCount} 辆`,
      href: `/bus/bus-management?parkingUuid=${parkingUuid}`,
      permission: "bus.read",
    },
    { label: "设备", value: `${deviceCount} 台` },
    { label: "围栏", value: `${fenceCount} 个` },
  ],
  emptyText: "还没有场站：新增停车场、保养场、枢纽站后，车辆才能选择停放场站。",
});
interface DepotFigures {
  parkingUuid: string;
  busCount: number;
  deviceCount: number;
  fenceCount: number;
}
export type DepotRow = typeof depotRoom.row;

export const depotTable = recordTable<DepotRow>(depotRoom, {
  columns: [
    { id: "parkingNum", width: 100, sortable: true },
    { id: "parkingName", sortable: true, always: true },
    { id: "parkingType", width: 76, sortable: true },
    { id: "state", width: 84, sortable: true },
    { id: "orgName", width: 108 },
    { id: "busBays", header: "停车位", width: 74, sortable: true },
    { id: "busCount", header: "停放车辆", width: 80, align: "right" },
    { id: "chargers", header: "充电桩", width: 74, sortable: true },
    { id: "address", width: 180, aside: true },
    "updatedAt",
    { id: "deviceCount", header: "设备", width: 60, align: "right", hidden: true },
    { id: "fenceCount", header: "围栏", width: 60, align: "right", hidden: true },
    { id: "level", width: 90, hidden: true },
    { id: "ownership", width: 70, hidden: true },
    { id: "landArea", header: "占地面积（平方米）", width: 140, hidden: true },
    { id: "repairPits", header: "维修坑", width: 70, hidden: true },
    { id: "lng", width: 100, align: "right", hidden: true, cell: (row) => row.lng?.toFixed(6) },
    { id: "lat", width: 90, align: "right", hidden: true, cell: (row) => row.lat?.toFixed(6) },
    { id: "manager", width: 100, hidden: true },
    { id: "phone", width: 120, hidden: true },
    { id: "remark", width: 160, hidden: true },
  ],
  keyword: "名称、编号、拼音或首字母",
  filters: ["parkingType", "state", "orgId", { name: "parkingNum", label: "" }],
  sortBy: "parkingNum",
});

export function soundOutline({ outline }: { outline?: number[] | null }, context: z.core.$RefinementCtx) {
  const fault = outline && outline.length > 0 && pointsFault("polygon", pointsOf(outline));
  if (fault) context.addIssue({ code: "custom", path: ["outline"], message: fault });
}
