import { tables } from "~/domains/record-tables/schema";
import { z } from "zod";
import { energyTypes } from "~/domains/bus-models/room";
import { recordKey } from "~/kit/page/forms/rules";
import { type Field, field, type Look, optional, withDefault } from "~/kit/room/fields";
import { periodsInWords } from "~/kit/room/periods";
import { defineRoom, permissions, recordUrl } from "~/kit/room/room";
import { pictureInWords } from "~/kit/room/words";
import { daysLeftLook, daysLeftText } from "~/kit/ground/time/days-left";
import { warnedDays } from "./expiry";
import { busSources, busStates, floorTypes, plateColors } from "./choices";
import { plateNumber } from "./plate";
import { vehicleNumber } from "./vin";

export { busStates, scrapped } from "./choices";

const { person, line } = tables;

const whole = (label: string, least: number, most: number, unit: string) => {
  const message = `${label}应为 ${least} 到 ${most} 的整数`;
  const rule = z.number({ error: message }).int(message).min(least, message).max(most, message);
  return field.ruled("number", label, rule, z.number(), { unit });
};

/** Up to three decimals, as many figures before the point as the column holds. */
const amount = (label: string, unit: string, look: Look & Pick<Partial<Field>, "start"> = {}) => {
  const rule = z
    .number({ error: `${label}应为数字` })
    .min(0, `${label}不能小于 0`)
    .max(99_999_999.999, `${label}最大为 99999999.999`)
    .refine((value) => Math.abs(value * 1000 - Math.round(value * 1000)) < 1e-4, `${label}最多三位小数`);
  return optional(field.ruled("number", label, rule, z.number(), { unit, ...look }));
};

export const busRoom = defineRoom({
  name: "buses",
  noun: "车辆",
  title: "车辆管理",
  url: "/bus/bus-management",
  key: "busUuid",
  /** `assign` is for what a bus is given for its work: lines and preset persons. */
  may: { ...permissions("bus"), assign: "bus.assign" },
  named: "busSelfCode",
  code: "busSelfCode",
  described: "plateNum",
  fields: {
    busSelfCode: field.code("自编号", 16, { hint: "不与其他车辆重复" }),
    plateNum: field.ruled("text", "车牌号", plateNumber, z.string(), { hint: "空格、横线和小写会自动整理" }),
    plateColor: { ...withDefault(field.choice("车牌颜色", plateColors), 9), start: undefined },
    vin: optional(field.ruled("text", "车辆识别代码", vehicleNumber, z.string(), { hint: "17 位，不含 I、O、Q" })),
    engineNo: field.text("发动机/电机号", 32),
    modelUuid: field.record("型号", tables.busModel, { as: "modelNum", held: "车辆" }),
    orgId: field.organisation(),
    /** The line it belongs to from today on; it is kept in its authorised lines. */
    lineUuid: optional(field.own("所属线路", chosen("线路"), z.string(), { refers: line })),
    parkingUuid: optional(
      field.record("停放场站", tables.depot, { placeholder: "（暂无）", as: "parkingName", held: "停放车辆" }),
    ),
    busState: withDefault(field.choice("车辆状态", busStates, { hint: "报废后自动退出所有线路" }), 0),
    /** Empty: that of the model. */
    energyType: optional(field.choice("能源类型", energyTypes, { placeholder: "随型号" })),
    approvedNumber: withDefault(whole("核载人数", 1, 300, "人"), 50),
    seatNumber: optional(whole("座位数", 1, 150, "座")),
    hasAc: field.check("空调车"),
    floorType: optional(field.choice("低地板", floorTypes)),
    doorCount: optional(whole("车门数", 1, 4, "个")),
    wheelchair: field.check("无障碍"),
    fuelTank: amount("油箱容量", "升", { hint: "纯电动车没有油箱" }),
    fuelKm: amount("百公里油耗", "升"),
    mileage: amount("总里程", "公里"),
    source: optional(field.choice("车辆来源", busSources)),
    provider: field.text("供应商", 32),
    contractNo: field.text("合同编号", 32),
    productionDate: optional(field.date("出厂日期")),
    registerDate: optional(field.date("登记日期")),
    scrapDate: optional(field.date("报废日期")),
    drivingLicenseExpire: optional(field.date("行驶证到期")),
    compulsoryInsExpire: optional(field.date("交强险到期")),
    commercialInsExpire: optional(field.date("商业险到期")),
    nextInspection: optional(field.date("下次年检")),
    nextMaintenance: optional(field.date("下次保养")),
    /** A person's key or job number. */
    fixedDriver: field.text("固定驾驶员", 32),
    remark: field.note("备注"),
  },
  more: {
    modelName: z.string().nullable(),
    lineName: z.string().nullable(),
    /** Its own energy type, else its model's. */
    energy: z.number(),
    /** The earliest of the five dates of renewal, none for a scrapped bus; and the days until then. */
    firstExpire: z.string().nullable(),
    daysLeft: z.number().nullable(),
    driverNumber: z.string().nullable(),
    driverName: z.string().nullable(),
    imgUrl: z.string().nullable(),
    deviceCount: z.number(),
    /** One of its devices has reported in the last minutes. */
    online: z.boolean(),
  },
  picture: "imgUrl",
  words: {
    lines: { label: "授权线路", say: periodsInWords },
    presets: "预设人员",
    imgUrl: { label: "照片", say: pictureInWords },
  },
  refers: { lines: line, presets: person, fixedDriver: person },
  bulk: [
    ...(["busState", "orgId", "parkingUuid", "modelUuid", "energyType", "plateColor"] as const),
    ...(["drivingLicenseExpire", "compulsoryInsExpire", "commercialInsExpire"] as const),
    ...(["nextInspection", "nextMaintenance"] as const),
    ...(["hasAc", "wheelchair", "floorType", "source", "provider", "contractNo"] as const),
  ],
  recordPages: ["lines", "devices", "presets", "timeline", "photo"],
  tabs: { lines: "授权线路", devices: "设备", presets: "预设人员", timeline: "时间轴" },
  nextStep: ({ busUuid }: { busUuid: string }) => ({
    label: "安排线路",
    href: `/bus/bus-management/${busUuid}/lines`,
    permission: "bus.assign",
  }),
  figuresOf: ({ busUuid, busSelfCode, daysLeft, deviceCount, online }: BusFigures) => [
    daysLeft !== null && {
      label: "最近到期",
      value: daysLeftText(daysLeft),
      look: daysLeftLook(daysLeft, warnedDays),
      href: `/bus/bus-management/${busUuid}`,
    },
    { label: "设备", value: `${deviceCount} 台`, href: `/bus/bus-management/${busUuid}/devices` },
    {
      label: "位置",
      value: online ? "在线" : "离线",
      href: `/bus/bus-monitor?${new URLSearchParams({ keyword: busSelfCode })}`,
      permission: "bus-monitor.read",
    },
  ],
  noteOf: (bus: BusNamed) => [bus.plateNum, bus.modelName ?? bus.modelNum, bus.lineName].filter(Boolean).join(" · "),
});
interface BusFigures {
  busUuid: string;
  busSelfCode: string;
  daysLeft: number | null;
  deviceCount: number;
  online: boolean;
}
type BusNamed = Record<"plateNum" | "modelName" | "modelNum" | "lineName", string | null>;
export type BusRow = typeof busRoom.row;
export type BusValues = typeof busRoom.values;

export const busUrl = (bus: Pick<BusRow, "busUuid">) => recordUrl(busRoom, bus as BusRow);
export const bindHref = ({ busUuid }: Pick<BusRow, "busUuid">) =>
  `/device/device-management/bind-one?to=bus&owner=${busUuid}`;
export const BusKey = z.object({ busUuid: recordKey });

export const BusForm = busRoom.Form.extend({ plateColor: busRoom.fields.plateColor.change });

function chosen(noun: string) {
  return z.string({ error: `请从列表中选择${noun}` }).regex(/^[0-9a-f]{32}$/, `请从列表中选择${noun}`);
}
