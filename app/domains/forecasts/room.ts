import type { z } from "zod";
import { date } from "~/kit/page/forms/rules";
import { field } from "~/kit/room/fields";
import { recordTable } from "~/kit/room/record-table";
import { defineRoom, permissions } from "~/kit/room/room";
import { warningInWords } from "./warnings";
import { weatherCodes } from "./weather-codes";

export const forecastRoom = defineRoom({
  name: "forecasts",
  noun: "天气预报",
  title: "天气预报",
  url: "/weather/weather-management",
  key: "forecastUuid",
  may: permissions("weather"),
  named: "weatherDate",
  described: "publisher",
  code: "weatherDate",
  few: true,
  fields: {
    weatherDate: field.date("日期", { hint: "每天一条" }),
    weatherCode: field.choice("天气", weatherCodes),
    tempMin: field.whole("最低气温", -60, 60, { unit: "℃" }),
    tempMax: field.whole("最高气温", -60, 60, { unit: "℃" }),
    wind: field.whole("风力", 0, 17, { unit: "级" }),
    warning: field.text("预警", 64, { hint: "留空时按天气、气温和风力自动判断", wide: true }),
    publisher: field.text("来源", 64, { hint: "例如 市气象台" }),
  },
  bulk: ["publisher", "warning"],
  checks: [temperaturesInOrder],
  parts: { 天气: ["weatherDate", "weatherCode", "tempMin", "tempMax", "wind", "publisher", "warning"] },
  shown: {
    天气: [
      "weatherDate",
      "weatherCode",
      "tempMin",
      "tempMax",
      "wind",
      "publisher",
      { label: "预警", value: warningInWords, wide: true },
    ],
  },
});
export type ForecastRow = typeof forecastRoom.row;

function temperaturesInOrder(
  { tempMin, tempMax }: { tempMin?: number; tempMax?: number },
  context: z.core.$RefinementCtx,
) {
  if (tempMin !== undefined && tempMax !== undefined && tempMin > tempMax)
    context.addIssue({ code: "custom", path: ["tempMin"], message: "最低气温不能高于最高气温" });
}

export const forecastTable = recordTable<ForecastRow>(forecastRoom, {
  columns: [
    { id: "weatherDate", width: 120, sortable: true, always: true },
    { id: "weatherCode", width: 130 },
    { id: "tempMin", width: 134, sortable: true },
    { id: "tempMax", width: 134, sortable: true },
    { id: "wind", width: 110, sortable: true },
    { id: "warning", cell: warningInWords },
    { id: "publisher", width: 160, aside: true },
    "updatedAt",
  ],
  keyword: "日期、预警或来源",
  filters: [
    { name: "from", label: "日期从", kind: "date", rule: date.optional() },
    { name: "to", label: "到", kind: "date", rule: date.optional() },
  ],
  sortBy: "-weatherDate",
});
