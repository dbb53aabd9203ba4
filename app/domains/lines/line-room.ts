import { tables } from "~/domains/record-tables/schema";
import { z } from "zod";
import { field, optional, withDefault } from "~/kit/room/fields";
import { type Check, defineRoom } from "~/kit/room/room";
import { lineCategories, lineStates, lineTypes, ticketTypes } from "./choices";
import { may } from "./policy";
import { linesUrl } from "./urls";

/** A departure of the service day: 24:30 is half past midnight of the next day. */
const timeRule = z
  .string()
  .trim()
  .regex(/^(?:[0-3]?\d|4[0-7]):[0-5]\d$/, "请输入时间，例如 05:30；次日凌晨可写 24:30")
  .transform((value) => value.padStart(5, "0"));
const mileageRule = z
  .number({ error: "请输入公里数，例如 12.5" })
  .min(0.1, "里程应为 0.1 到 300 公里")
  .max(300, "里程应为 0.1 到 300 公里");
const time = (label: string) =>
  optional(field.ruled("text", label, timeRule, z.string(), { hint: "例如 05:30；次日凌晨可写 24:30", isClock: true }));
const mileage = (label: string) => optional(field.ruled("number", label, mileageRule, z.number(), { unit: "公里" }));

export const deviceNo = field.whole("线路设备编号", 1, 65535);

export const lineFields = {
  lineName: field.name("线路名称", 64, { hint: "不与其他线路重复；按名称查找线路" }),
  lineId: field.text("线路编号", 16),
  lineDeviceNo: optional(deviceNo),
  lineType: { ...field.choice("线路类型", lineTypes), hint: "有站点以后不能更改" },
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
  parkingUuid: optional(field.record("首末场站", tables.depot, { placeholder: "（暂无）" })),
  openDate: optional(field.date("开线日期")),
  stopDate: optional(field.date("停运日期")),
  remark: field.note("备注"),
};

const inOrder: Check = ({ openDate, stopDate }: Record<"openDate" | "stopDate", string | null>, context) => {
  if (openDate && stopDate && openDate > stopDate)
    context.addIssue({ code: "custom", path: ["stopDate"], message: "停运日期不能早于开线日期" });
};

export const lineRoom = defineRoom({
  name: "lines",
  noun: "线路",
  title: "线路管理",
  url: linesUrl,
  key: "lineUuid",
  may,
  named: "lineName",
  code: "lineName",
  fields: lineFields,
  checks: [inOrder],
});
