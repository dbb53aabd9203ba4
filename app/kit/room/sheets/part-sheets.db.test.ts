import { expect, it } from "vitest";
import "~/rooms";
import "~/sheets.server";
import { superViewer as viewer } from "./drive.sample";
import { inTransaction } from "~/kit/data/db/pool.server";
import { createRecord } from "~/kit/data/db/records.server";
import { createDictionary } from "~/domains/dictionaries/queries.server";
import { stationRecord } from "~/domains/stations/queries.server";
import { matchHeader } from "./header";
import { readRow } from "./read-rows";
import { requireSheet } from "./sheet-registry";
import type { DueRow, JudgedRow, Sheet } from "./sheet";
import type { SheetCell } from "~/kit/page/sheets/sheet";
import { day } from "../../../../tests/kit/days";

async function exported(sheet: Sheet, filters = {}): Promise<SheetCell[][]> {
  const rows: SheetCell[][] = [];
  for await (const some of sheet.stream(viewer, filters)) rows.push(...some);
  return rows;
}

function judge(sheet: Sheet, rows: readonly SheetCell[][]): Promise<JudgedRow[]> {
  const match = matchHeader(
    1,
    sheet.columns.map(({ header }) => header),
    sheet.columns,
  );
  const read = rows.flatMap((cells, at) => readRow({ row: at + 2, cells }, match, sheet.columns) ?? []);
  return sheet.judge(viewer, read, { mode: "both", claims: new Map() });
}

const due = (rows: JudgedRow[]) => rows.filter(({ kind }) => kind === "new" || kind === "changed") as DueRow[];
const write = (sheet: Sheet, rows: DueRow[]) => inTransaction((trx) => sheet.write(trx, viewer, rows));
const undo = (sheet: Sheet, rows: DueRow[]) =>
  inTransaction((trx) =>
    sheet.undo(
      trx,
      viewer,
      rows.map((row) => ({ ...row, written: null })),
    ),
  );

it.each(["lineBus", "deviceBinding", "dictionaryItem", "stationOpposite"])(
  "%s: exported and read again is the same",
  async (code) => {
    const sheet = requireSheet(code);
    const rows = await exported(sheet);
    expect(rows.length).toBeGreaterThan(3);
    const judged = await judge(sheet, rows);
    expect(judged.filter(({ kind }) => kind !== "same")).toEqual([]);
  },
);

it("adds an item to a dictionary, changes another, refuses what the dictionary refuses, and takes back", async () => {
  const sheet = requireSheet("dictionaryItem");
  const before = await exported(sheet);
  const judged = await judge(sheet, [
    ["staKind", "没有的项", "程序不认识", 1, "启用", null],
    ["nothing", "1", "一", 1, "启用", null],
  ]);
  expect(judged.map(({ errors }) => errors?.[0]?.message)).toEqual([
    expect.stringContaining("程序不认识项编码"),
    "没有编号为“nothing”的字典",
  ]);
  const item = before.find(([, , , , , remark]) => remark === null)!;
  const changed = await judge(sheet, [[...item.slice(0, 5), "改过"]]);
  expect(changed).toMatchObject([{ kind: "changed", fields: { remark: "改过" } }]);
  const rows = due(changed);
  expect(await write(sheet, rows)).toMatchObject([{ outcome: "changed" }]);
  expect((await judge(sheet, [item]))[0]).toMatchObject({ kind: "changed", before: { remark: "改过" } });
  expect(await undo(sheet, rows)).toMatchObject([{ outcome: "undone" }]);
  expect(await exported(sheet)).toEqual(before);
});

it("puts items without a place last, and leaves those that are there where and as they are", async () => {
  const sheet = requireSheet("dictionaryItem");
  const before = await exported(sheet);
  const codeNum = "sheet_places";
  await createDictionary(viewer, {
    codeNum,
    codeName: "导入顺序",
    isValid: true,
    remark: null,
    dictItemList: [
      { itemNum: "a", itemName: "甲", sort: 3, isValid: true },
      { itemNum: "b", itemName: "乙", sort: 7, isValid: false },
    ],
  });
  const judged = await judge(sheet, [
    [codeNum, "d", "丁", null, null, null],
    [codeNum, "b", "乙二", null, null, null],
    [codeNum, "c", "丙", null, null, null],
  ]);
  expect(judged.map(({ kind, errors }) => [kind, errors])).toEqual([
    ["new", null],
    ["changed", null],
    ["new", null],
  ]);
  await write(sheet, due(judged));
  const rows = async () =>
    (await exported(sheet, { codeNum })).map(([, num, name, sort, valid]) => [num, name, sort, valid].join(" "));
  expect(await rows()).toEqual(["a 甲 3 是", "b 乙二 7 否", "d 丁 8 是", "c 丙 9 是"]);
  expect((await undo(sheet, due(judged))).map(({ outcome }) => outcome)).toEqual(["undone", "undone", "undone"]);
  expect(await rows()).toEqual(["a 甲 3 是", "b 乙 7 否"]);
  expect((await exported(sheet)).length).toBe(before.length + 2);
});

it("binds and frees devices, and takes back", async () => {
  const sheet = requireSheet("deviceBinding");
  const before = await exported(sheet);
  const bound = before.find(([, kind]) => kind === "车辆")!;
  const judged = await judge(sheet, [[bound[0]!, "不绑定", null]]);
  expect(judged).toMatchObject([{ kind: "changed" }]);
  await write(sheet, due(judged));
  expect((await exported(sheet)).length).toBe(before.length - 1);
  expect(await undo(sheet, due(judged))).toMatchObject([{ outcome: "undone" }]);
  expect(await exported(sheet)).toEqual(before);
});

it("pairs stations by one row or by two, takes a pair apart, and takes both back", async () => {
  const sheet = requireSheet("stationOpposite");
  const codes = ["PAIR-1", "PAIR-2", "PAIR-3"];
  await inTransaction(async (trx) => {
    for (const [at, staSelfCode] of codes.entries())
      await createRecord(trx, viewer, stationRecord, {
        staSelfCode,
        staName: "成对站",
        lng: 116.38,
        lat: 39.87 + at / 1e4,
      });
  });
  const pairs = async () => (await exported(sheet, { keyword: "成对站" })).map((row) => row.join(" "));
  const both = await judge(sheet, [
    ["PAIR-1", "PAIR-2"],
    ["PAIR-2", "PAIR-1"],
  ]);
  expect(both.map(({ kind, errors }) => [kind, errors])).toEqual([
    ["new", null],
    ["new", null],
  ]);
  await write(sheet, due(both));
  expect(await pairs()).toEqual(["PAIR-1 PAIR-2", "PAIR-2 PAIR-1"]);
  expect((await judge(sheet, await exported(sheet))).every(({ kind }) => kind === "same")).toBe(true);
  const other = await judge(sheet, [
    ["PAIR-3", "PAIR-1"],
    ["PAIR-2", null],
  ]);
  await write(sheet, due(other));
  expect(await pairs()).toEqual(["PAIR-1 PAIR-3", "PAIR-3 PAIR-1"]);
  await undo(sheet, due(other));
  expect(await pairs()).toEqual(["PAIR-1 PAIR-2", "PAIR-2 PAIR-1"]);
  expect(
    (
      await judge(sheet, [
        ["PAIR-1", "PAIR-1"],
        ["PAIR-2", "没有"],
      ])
    ).map(({ kind }) => kind),
  ).toEqual(["wrong", "wrong"]);
  expect((await undo(sheet, due(both))).map(({ outcome }) => outcome)).toEqual(["undone", "undone"]);
  expect(await pairs()).toEqual([]);
});

it("refuses a second main line on the same days, and adds one beside", async () => {
  const sheet = requireSheet("lineBus");
  const before = await exported(sheet);
  const main = before.find(([, , isMain, , end]) => isMain === "是" && end === null)!;
  const own = before.filter(([bus]) => bus === main[0]).map(([, line]) => line);
  const other = before.find(([, line]) => !own.includes(line!))![1]!;
  const from = new Date(day(1500));
  const wrong = await judge(sheet, [[main[0]!, other, "是", from, null]]);
  expect(wrong[0]!.errors?.[0]?.message).toContain("都是主线路");
  const good = await judge(sheet, [[main[0]!, other, "否", from, null]]);
  expect(good).toMatchObject([{ kind: "new" }]);
  expect(await write(sheet, due(good))).toMatchObject([{ outcome: "created" }]);
  expect(await undo(sheet, due(good))).toMatchObject([{ outcome: "undone" }]);
  expect(await exported(sheet)).toEqual(before);
});
