import { expect, test } from "vitest";
import { textsMeant } from "./wanted-texts";

const codes = new Map([
  ["1001A", { staName: "人民广场" }],
  ["1002", { staName: "东门" }],
]);
const names = new Set(["人民广场", "东门", "西 站"]);
const meant = (typed: string) =>
  textsMeant(typed, { byCode: (cell) => codes.get(cell), isName: (cell) => names.has(cell) });

test.each([
  ["one a line", "人民广场\r\n\r\n东门\n", ["人民广场", "东门"]],
  ["Chinese and other marks between", "人民广场、东门，rmgc；1002,x", ["人民广场", "东门", "rmgc", "1002", "x"]],
  [
    "a sheet's lines with serial, number, name and place",
    "1\t1001A\t人民广场\t116.38\t39.87\n2\t1002\t东门",
    ["1001A", "1002"],
  ],
  ["a sheet's lines with serial and name", "1\t人民广场\n2\t东门\n3\t没有的站", ["人民广场", "东门", "3", "没有的站"]],
  ["numbers that nobody knows stay where a comma parts them", "人民广场,15,东门", ["人民广场", "15", "东门"]],
  ["blanks between, and a name that has one", "人民广场 东门\n西 站\n南 北", ["人民广场", "东门", "西 站", "南 北"]],
  ["wide letters", "１００１Ａ", ["1001A"]],
  ["nothing", " \n\t", []],
])("reads %s", (_what, typed, texts) => expect(meant(typed)).toEqual(texts));
