import { expect, it } from "vitest";
import { visitorWith } from "../../../tests/kit/accounts";
import { describeRoom } from "../../../tests/kit/room";
import { day } from "../../../tests/kit/days";
import { forecastRoom } from "./room";
import { warningsOf, windLevel } from "./warnings";

const path = forecastRoom.url;
let made = 0;
const values = () => ({
  weatherDate: day(1500 + ++made),
  weatherCode: "61",
  tempMin: "3",
  tempMax: "9",
  wind: "2",
  warning: "原来的",
  publisher: "市气象台",
});

describeRoom({
  path,
  may: forecastRoom.may,
  valid: values,
  invalid: [
    { field: "weatherDate", value: "2031-02-30", message: "请输入日期" },
    { field: "weatherCode", value: "4", message: "请从列表中选择" },
    { field: "weatherCode", value: "", message: "请从列表中选择" },
    { field: "tempMin", value: "10", message: "最低气温不能高于最高气温" },
    { field: "tempMax", value: "61", message: "-60 到 60 的整数" },
    { field: "wind", value: "18", message: "0 到 17 的整数" },
    { field: "warning", value: "警".repeat(65), message: "最多 64 个字" },
  ],
  showsAs: "weatherDate",
  unique: { field: "weatherDate", message: "这一天已有天气预报" },
  texts: ["publisher", "warning"],
  bulk: { field: "publisher", value: "省气象台" },
  table: { name: "forecast", key: "forecastUuid" },
  api: null,
});

it("typed in by hand stands on everybody's homepage with what it warns of, and is gone when it is deleted", async () => {
  const [writer, reader] = [await visitorWith(...Object.values(forecastRoom.may)), await visitorWith()];
  expect((await reader.get("/homepage")).text).not.toContain("本市天气");
  const days = [
    { weatherDate: day(0), weatherCode: "82", tempMin: "18", tempMax: "24", wind: "7", warning: "" },
    {
      weatherDate: day(1),
      weatherCode: "0",
      tempMin: "20",
      tempMax: "29",
      wind: "3",
      warning: "防火 <b>橙色</b>",
    },
    { weatherDate: day(-1), weatherCode: "75", tempMin: "-9", tempMax: "-2", wind: "3", warning: "" },
  ];
  for (const day of days)
    expect((await (await writer.get(`${path}/new`)).submit({ ...day, publisher: "市气象台" })).status).toBe(303);
  const home = await reader.get("/homepage");
  expect(home.$("p[role=status]").text()).toBe("天气预警：今天 暴雨、大风；明天 防火 <b>橙色</b>");
  const rows = home.$("section:contains(本市天气) li");
  expect(rows.map((_, row) => home.$(row).text().replace(/\s+/g, " ")).get()).toEqual([
    expect.stringMatching(/^今天.*强阵雨.*18 ~ 24 ℃.*7 级风.*暴雨、大风$/),
    expect.stringMatching(/^明天.*晴.*20 ~ 29 ℃.*3 级风.*防火/),
  ]);
  expect(rows.find("svg path").length).toBe(2);
  const first = await writer.get(`${path}?from=${day(0)}&to=${day(0)}`);
  await (await writer.get(`${first.$("tbody a").first().attr("href")!}/delete`)).submit();
  expect((await writer.get(`${path}/recycle?search=-`)).$("tbody tr").length).toBeGreaterThan(0);
  expect((await reader.get("/homepage")).text).not.toContain("强阵雨");
});

it("warns by code, millimetres, frost, wind and heat", () => {
  const day = { weatherCode: 0, tempMin: 5, tempMax: 20, wind: 3 };
  const of = (more: object) => warningsOf({ ...day, ...more }).join("、");
  expect([of({}), of({ weatherCode: 65 }), of({ weatherCode: 61, precipitation: 50 })]).toEqual(["", "大雨", "暴雨"]);
  expect([of({ weatherCode: 71, tempMin: 0 }), of({ weatherCode: 75 })]).toEqual(["降雪、道路结冰", "大雪"]);
  expect([of({ weatherCode: 73, snowfall: 10, precipitation: 60 }), of({ weatherCode: 66 })]).toEqual([
    "暴雪",
    "道路结冰",
  ]);
  expect([of({ tempMin: -8 }), of({ wind: 6 }), of({ gusts: 8 }), of({ tempMax: 35 })]).toEqual([
    "",
    "大风",
    "大风",
    "高温",
  ]);
  expect([0, 0.3, 10.7, 10.8, 17.2, 56.1, 120].map(windLevel)).toEqual([0, 1, 5, 6, 8, 17, 17]);
});
