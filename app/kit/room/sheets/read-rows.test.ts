import { describe, expect, it } from "vitest";
import { outside } from "~/kit/data/access/outside";
import type { SheetCell } from "~/kit/page/sheets/sheet";
import { field, optional, withDefault } from "../fields";
import { columnOf } from "./column";
import { matchHeader } from "./header";
import { applyRules, readRow } from "./read-rows";

const bits = [{ value: 2, label: "座椅" }];
const facilities = field.own("设施", field.whole("", 0, 2).rule, field.whole("", 0, 2).reply, { bits });
const columns = [
  columnOf("code", field.code("编号", 4)),
  columnOf("name", field.name("名称", 8)),
  columnOf("length", optional(field.whole("长度", 1, 9))),
  columnOf("state", withDefault(field.choice("状态", [{ value: 1, label: "启用" }]), 1)),
  columnOf("orgId", optional(field.organisation())),
  columnOf("facilities", withDefault(facilities, 0)),
];
const header = matchHeader(
  2,
  columns.map((one) => one.header),
  columns,
);
const read = (...cells: SheetCell[]) => readRow({ row: 3, cells }, header, columns);

describe("a row", () => {
  it("is its values, codes, what stays and what is wrong", () => {
    expect(read(7, " 名 ", "很长", null, outside)).toEqual({
      row: 3,
      cells: [7, " 名 ", "很长", null, outside],
      hidden: false,
      values: { code: "7", name: "名", state: null, facilities: 0 },
      codes: {},
      empty: ["state", "facilities"],
      kept: ["orgId"],
      errors: [{ name: "length", message: "“很长”不是数字" }],
    });
    expect(read("7", "名", null, null, "1001 一队")?.codes).toEqual({ orgId: "1001 一队" });
  });

  it("is none above the header, empty, or the example of a template", () => {
    expect(readRow({ row: 2, cells: ["7"] }, header, columns)).toBeUndefined();
    expect(read(null, " ", "")).toBeUndefined();
    expect(read("【示例】7", "名")).toBeUndefined();
  });

  it("has all its faults by the fields' rules, and empties what may be empty", () => {
    const given = { code: "12345", name: null, length: null, state: null };
    expect(applyRules(columns, given, true)).toEqual({
      fields: { length: null, state: 1 },
      errors: [
        { name: "code", message: "最多 4 个字" },
        { name: "name", message: "请填写名称" },
      ],
    });
    expect(applyRules(columns, { length: null, state: null }, false).fields).toEqual({ length: null });
  });
});
