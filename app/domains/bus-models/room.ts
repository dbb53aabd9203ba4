import { z } from "zod";
import { field, optional, withDefault } from "~/kit/room/fields";
import { recordTable } from "~/kit/room/record-table";
import { defineRoom, permissions } from "~/kit/room/room";

export const energyTypes = [
  { value: 1, label: "柴油" },
  { value: 2, label: "汽油" },
  { value: 3, label: "CNG" },
  { value: 4, label: "LNG" },
  { value: 5, label: "纯电动" },
  { value: 6, label: "插电混动" },
  { value: 7, label: "燃料电池" },
  { value: 8, label: "双源无轨" },
] as const;
const deckTypes = [
  { value: 1, label: "单层" },
  { value: 2, label: "双层" },
  { value: 3, label: "铰接" },
] as const;
const emissions = ["国III", "国IV", "国V", "国VI", "无"];
const sizes = ["length", "width", "height", "grossMass", "seats", "approved", "doors", "deckType"] as const;
const drive = ["batteryKwh", "rangeKm", "maxSpeed", "remark"] as const;

export const busModelRoom = defineRoom({
  name: "bus-models",
  noun: "车辆型号",
  title: "车辆型号管理",
  url: "/model/bus-model",
  key: "modelUuid",
  may: permissions("bus-model"),
  named: "modelNum",
  described: "modelName",
  code: "modelNum",
  few: true,
  nextStep: () => ({ label: "新增车辆", href: "/bus/bus-management/new", permission: "bus.write" }),
  fields: {
    modelNum: { ...field.code("车辆型号", 32, { hint: "不与其他型号重复" }), label: "型号" },
    modelName: field.text("名称", 64),
    brand: field.text("品牌", 32),
    manufacturer: field.text("厂家", 64),
    energyType: withDefault(field.choice("能源类型", energyTypes), 5),
    length: optional(field.whole("车长", 3000, 25_000, { unit: "毫米" })),
    width: optional(field.whole("车宽", 1500, 2600, { unit: "毫米" })),
    height: optional(field.whole("车高", 2000, 4500, { unit: "毫米" })),
    grossMass: optional(field.whole("总质量", 1, 40_000, { unit: "千克" })),
    seats: optional(field.whole("座位数", 1, 150, { unit: "座" })),
    approved: optional(field.whole("核载人数", 1, 300, { unit: "人", hint: "包括站立的乘客" })),
    emission: optional(field.word("排放标准", emissions)),
    batteryKwh: optional(field.decimal("电池容量", 0, 1000, 2, { unit: "千瓦时" })),
    rangeKm: optional(field.whole("续航里程", 0, 2000, { unit: "公里" })),
    maxSpeed: optional(field.whole("最高车速", 1, 120, { unit: "公里/时" })),
    doors: optional(field.whole("车门数", 1, 4, { unit: "个" })),
    deckType: optional(field.choice("车身", deckTypes)),
    icon: field.text("图标", 64, { hint: "监控地图上车辆的图标名" }),
    remark: field.note("备注"),
  },
  more: { busCount: z.number() },
  bulk: ["brand", "manufacturer", "energyType", "emission", "deckType"],
  checks: [seatsFit],
  parts: {
    基本信息: ["modelNum", "modelName", "brand", "manufacturer", "energyType", "emission", "icon"],
    车身与载客: sizes,
    动力与其他: drive,
  },
  shown: {
    基本信息: [
      "modelNum",
      "modelName",
      "brand",
      "manufacturer",
      "energyType",
      "emission",
      "icon",
      { label: "使用中的车辆", value: ({ busCount }: { busCount: number }) => `${busCount} 辆` },
    ],
    车身与载客: sizes,
    动力与其他: drive,
  },
  emptyText: "还没有车辆型号：新增型号后才能登记车辆。",
});
export type BusModelRow = typeof busModelRoom.row;

function seatsFit(
  { seats, approved }: { seats?: number | null; approved?: number | null },
  context: z.core.$RefinementCtx,
) {
  if (seats && approved && seats > approved)
    context.addIssue({ code: "custom", path: ["seats"], message: "座位数不能多于核载人数" });
}

export const busModelTable = recordTable<BusModelRow>(busModelRoom, {
  columns: [
    { id: "modelNum", width: 120, sortable: true, always: true },
    { id: "modelName", sortable: true },
    { id: "manufacturer", width: 110, sortable: true },
    { id: "energyType", width: 86, sortable: true },
    { id: "length", width: 110, sortable: true, aside: true },
    { id: "seats", header: "座位", width: 64, sortable: true },
    { id: "approved", header: "核载", width: 64, sortable: true },
    { id: "busCount", header: "车辆数", width: 62, align: "right" },
    { id: "brand", width: 110, hidden: true },
    { id: "emission", width: 90, hidden: true },
    { id: "deckType", width: 70, hidden: true },
    { id: "rangeKm", header: "续航（公里）", width: 110, hidden: true },
    "updatedAt",
  ],
  keyword: "型号、名称、拼音或首字母",
  filters: ["energyType", "manufacturer", { name: "modelNum", label: "" }],
  sortBy: "modelNum",
});

export const BusModelOption = busModelRoom.Row.pick({
  modelUuid: true,
  modelNum: true,
  modelName: true,
  energyType: true,
  seats: true,
  approved: true,
});
export type BusModelOption = z.output<typeof BusModelOption>;
