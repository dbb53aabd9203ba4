import { describe, expect, it } from "vitest";
import type { SheetCell } from "~/kit/page/sheets/sheet";
import { field, optional } from "../fields";
import { columnOf } from "./column";
import { assignColumns, findHeader } from "./header";

const columns = [
  columnOf("staCode", field.code("站点编号", 20)),
  columnOf("staName", field.name("站点名称", 64)),
  columnOf("length", optional(field.whole("长度", 1, 9, { unit: "米" }))),
];
const match = (...rows: SheetCell[][]) =>
  findHeader(
    rows.map((cells, at) => ({ row: at + 1, cells })),
    columns,
  );

describe("a header", () => {
  it("is known by its words with stars, remarks, spaces, full-width signs, or the names of the fields", () => {
    const places = { staCode: 0, staName: 1, length: 2 };
    for (const cells of [
      ["站点编号", "站点名称", "长度"],
      ["*站点编号 ", "站点 名称（必填）", "长度(单位：米)"],
      ["staCode", "STANAME", "长度（选填）"],
    ])
      expect(match(cells)).toMatchObject({ columns: places, missing: [], unknown: [], repeated: [], moved: false });
  });

  it("is known in other words for days that papers end, but not for days on which something was done", () => {
    const dates = [columnOf("nextInspection", optional(field.date("下次年检")))];
    const found = (header: string) => findHeader([{ row: 1, cells: [header] }], dates)?.guessed;
    expect(found("年检到期")).toEqual({ nextInspection: "年检到期" });
    expect(found("年检日期")).toBeUndefined();
  });

  it("says what is missing, what it does not know and what has moved, and passes over the result of before", () => {
    expect(match(["备注", "站点名称", null, "导入结果", "站点编号"])).toMatchObject({
      columns: { staCode: 4, staName: 1 },
      missing: ["length"],
      unknown: [{ column: 0, header: "备注" }],
      moved: true,
    });
  });

  it("stands below titles", () => {
    const found = match(["公交一公司站点表"], ["填表人：", "站点编号"], ["站点编号", "站点名称"], ["A1", "火车站"]);
    expect(found).toMatchObject({ row: 3 });
  });

  it("is none where no column is known", () => expect(match(["a", "b"], ["c"])).toBeUndefined());

  it("with a column twice is refused until a person says which", () => {
    const found = match(["站点编号", "站点名称", "站点名称"])!;
    expect(found).toMatchObject({ columns: { staName: 1 }, repeated: ["站点名称"] });
    expect(assignColumns(found, { staName: 2 }, columns)).toMatchObject({ columns: { staName: 2 }, repeated: [] });
    expect(assignColumns(found, { staCode: 0 }, columns).repeated).toEqual(["站点名称"]);
  });

  it("takes columns by hand, each once, and none for -1", () => {
    const found = match(["编码", "站点名称", "长度"])!;
    expect(assignColumns(found, { staCode: 0, length: -1 }, columns)).toMatchObject({
      columns: { staCode: 0, staName: 1 },
      missing: ["length"],
      unknown: [{ column: 2, header: "长度" }],
      moved: false,
    });
    expect(assignColumns(found, { staCode: 1 }, columns).columns).toEqual({ staCode: 1, length: 2 });
  });
});
