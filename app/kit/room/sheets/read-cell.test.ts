import { describe, expect, it } from "vitest";
import { z } from "zod";
import { outside } from "~/kit/data/access/outside";
import type { SheetCell } from "~/kit/page/sheets/sheet";
import { field, optional } from "../fields";
import { columnOf, fitsCell } from "./column";
import { asText, readCell, writeCell } from "./read-cell";
import { contradictingCrs, placedValues } from "./sheet-places";

const states = [
  { value: 0, label: "在职" },
  { value: 10, label: "A1 级（夜）" },
] as const;
const bits = [
  { value: 1, label: "候车亭" },
  { value: 4, label: "ACC 状态" },
];
const columns = {
  text: columnOf("text", field.text("备注", 255)),
  number: columnOf("number", field.whole("长度", 0, 99_999, { unit: "㎡" })),
  date: columnOf("date", field.date("日期")),
  check: columnOf("check", field.check("备机")),
  choice: columnOf("choice", field.choice("状态", states)),
  bits: columnOf("bits", field.own("设施", field.whole("", 0, 7).rule, field.whole("", 0, 7).reply, { bits })),
  code: columnOf("code", field.organisation()),
};
const read = (column: keyof typeof columns, cell: SheetCell | undefined) => {
  const found = readCell(columns[column], cell);
  return found.is === "value" ? found.value : found.is === "code" ? { code: found.code } : found;
};
const faulty = { is: "fault", message: expect.any(String) };

describe("a cell", () => {
  it.each([
    [new Date("2026-05-01"), "2026-05-01"],
    [new Date("2026-05-01T13:30:00Z"), "2026-05-01"],
    ["2026-5-1", "2026-05-01"],
    ["2026/05/01", "2026-05-01"],
    ["2026.5.1", "2026-05-01"],
    ["２０２６年５月１日", "2026-05-01"],
    [" 2026-05-01 00:00:00 ", "2026-05-01"],
    ["20260501", "2026-05-01"],
    [20260501, "2026-05-01"],
    ["1800-01-01", "1800-01-01"],
    ["5/1/2026", faulty],
    ["昨天", faulty],
    [46_143, faulty],
  ])("of a date: %s", (cell, wanted) => expect(read("date", cell)).toEqual(wanted));

  it.each([
    [12, 12],
    [0.1 + 0.2, 0.3],
    ["12,345", 12_345],
    ["1,234.5", 1234.5],
    ["１２３", 123],
    [" 12 000 ", 12_000],
    ["300㎡", 300],
    ["300 m2", 300],
    ["-5", -5],
    [".5", 0.5],
    ["1e3", 1000],
    ["12,34", faulty],
    ["十二", faulty],
    ["12米", faulty],
    [true, faulty],
  ])("of a number: %s", (cell, wanted) => expect(read("number", cell)).toEqual(wanted));

  it.each([
    ["00120", "00120"],
    [120, "120"],
    [123_456_789_012_345, "123456789012345"],
    [1_234_567_890_123_456, { is: "fault", message: expect.stringContaining("超过 15 位") }],
    ["1234567890123456", "1234567890123456"],
    ["1234567890123456\t", "1234567890123456"],
    [true, "是"],
    [new Date("2026-05-01"), "2026-05-01"],
    ["'=1+1", "=1+1"],
    ["'+08:00", "+08:00"],
    ["'quoted'", "'quoted'"],
    ["#N/A", { is: "fault", message: expect.stringContaining("公式错误 #N/A") }],
    ["#DIV/0!", faulty],
    ["#1 车", "#1 车"],
    ["", { is: "empty" }],
    ["   ", { is: "empty" }],
    [undefined, { is: "empty" }],
    [outside, { is: "kept" }],
  ])("of a text: %s", (cell, wanted) => expect(read("text", cell)).toEqual(wanted));

  it.each([
    ["是", true],
    ["√", true],
    ["ＴＲＵＥ", true],
    [true, true],
    [1, true],
    ["停用", false],
    ["×", false],
    [0, false],
    ["也许", faulty],
  ])("of yes or no: %s", (cell, wanted) => expect(read("check", cell)).toEqual(wanted));

  it.each([
    ["在职", 0],
    ["Ａ１ 级(夜)", 10],
    ["a1级（夜）", 10],
    [10, 10],
    ["10", 10],
    ["休假", { is: "fault", message: "没有“休假”这一项，可选：在职、A1 级（夜）" }],
  ])("of a choice: %s", (cell, wanted) => expect(read("choice", cell)).toEqual(wanted));

  it.each([
    ["候车亭、ACC 状态", 5],
    ["ａcc状态，候车亭", 5],
    ["候车亭 ;", 1],
    ["雨棚", faulty],
  ])("of several: %s", (cell, wanted) => expect(read("bits", cell)).toEqual(wanted));

  it.each([
    ["1001 一车队", { code: "1001 一车队" }],
    [1001, { code: "1001" }],
    ["０１２", { code: "０１２" }],
    [1e16, faulty],
  ])("of another record: %s", (cell, wanted) => expect(read("code", cell)).toEqual(wanted));

  it.each([
    ["date", "2026-05-01"],
    ["date", "1899-12-31"],
    ["number", 0],
    ["number", 99_999],
    ["check", false],
    ["choice", 0],
    ["bits", 5],
    ["text", "=1+1 “引号”, \n第二行"],
  ] as const)("written of %s %s reads the same", (column, value) =>
    expect(read(column, writeCell(columns[column], value))).toEqual(value),
  );
});

it("takes half of a point as a number, and no shape without being told how", () => {
  const { lng } = field.point();
  expect(columnOf("lng", lng)).toMatchObject({ kind: "number", required: false });
  const outline = optional(field.own("场界", field.text("", 9).rule, field.text("", 9).reply));
  const { rule, reply } = field.text("", 9);
  const person = optional(field.own("关联人员", rule, reply, { refers: { table: "person", key: "a", title: "b" } }));
  expect([fitsCell(lng), fitsCell(outline), fitsCell(person)]).toEqual([true, false, true]);
});

it.each(["#N/A", "'#N/A", "'=1", "''@x", "=1", "-5", "'好", "普通"])("reads %s as it was written", (text) =>
  expect(read("text", asText(text))).toBe(text),
);

describe("a cell whose format shows another text", () => {
  it.each([
    [123, "000123", "000123"],
    [4711, "IC004711", "IC004711"],
    [1234, "1,234", "1234"],
    [5, "5.00", "5"],
    [1_265_000, "1.27E+06", faulty],
    [new Date("2026-05-08"), "5月8日", faulty],
    [3.14159, "约3米", faulty],
  ] as const)("%s shown as %s", (cell, shown, says) => {
    const found = readCell(columns.text, cell, shown);
    expect(found.is === "value" ? found.value : found).toEqual(says);
    const code = readCell(columns.code, cell, shown);
    expect(code.is === "code" ? code.code : code).toEqual(says);
  });
});

describe("a time of day", () => {
  const clock = columnOf("clock", field.ruled("text", "首班", z.string(), z.string(), { isClock: true }));
  it.each([
    [600, "06:00"],
    [2200, "22:00"],
    ["0600", "06:00"],
    [0.25, "06:00"],
    ["22：00", "22:00"],
    ["6点", "06:00"],
    ["6点半", "06:30"],
    ["6时5分", "06:05"],
    [new Date("1899-12-31T01:00:00Z"), "25:00"],
    // Left to the field's own rule, which refuses them.
    [2261, "2261"],
    [12.45, "12.45"],
    ["早上", "早上"],
  ] as const)("%s is %s", (cell, says) => {
    expect(readCell(clock, cell)).toEqual({ is: "value", value: says });
  });
});

describe("places that lie nearer to the roads in another system", () => {
  const offsets = [
    { crs: "GCJ02" as const, metres: 10, near: 1 },
    { crs: "WGS84" as const, metres: 110, near: 1 },
  ];
  it.each([
    ["GCJ02", 7.8, "GCJ02"],
    ["GCJ02", 1.5, "GCJ02"],
    ["GCJ02", 1.4, null],
    ["WGS84", 7.8, null],
    [null, null, null],
  ] as const)("%s, %s times clearer: %s is asked for", (likely, clearness, says) => {
    expect(contradictingCrs({ offsets, points: 60, likely, clearness })).toBe(says);
  });

  it("are converted where a system is chosen, and only where both coordinates are there", () => {
    const moved = placedValues({ lng: 116.4, lat: 39.9, staName: "甲" }, "GCJ02");
    expect(moved).toMatchObject({ staName: "甲", lng: expect.closeTo(116.3938, 3), lat: expect.closeTo(39.8986, 3) });
    expect(placedValues({ lng: 116.4 }, "GCJ02")).toEqual({ lng: 116.4 });
    expect(placedValues({ lng: 116.4, lat: 39.9 }, "WGS84")).toEqual({ lng: 116.4, lat: 39.9 });
  });
});
