import { describe, expect, it } from "vitest";
import { checkExtra, columnFault, Columns, findColumn, nodeColumns } from "./columns";
import { seededNodeTypes } from "./seed";

const column = (columnCode: string, required = false, defaultValue: string | null = null) => ({
  columnCode,
  required,
  defaultValue,
});

describe("the columns of nodes", () => {
  it("say at each kind what they take", () => {
    const fault = (code: string, value: string) => columnFault(findColumn(code)!, value);
    expect([
      fault("limitValue", "60"),
      fault("turn", "左转"),
      fault("endDate", "2026-12-31"),
      fault("beginTime", "08:30"),
    ]).toEqual([undefined, undefined, undefined, undefined]);
    expect(fault("limitValue", "121")).toBe("限速值是 5 到 120 的整数（公里/时）");
    expect(fault("limitValue", "3.5")).toContain("整数");
    expect(fault("turn", "后转")).toBe("转向只能是：左转、右转、直行、掉头");
    expect(fault("endDate", "2026-13-01")).toContain("应为日期");
    expect(fault("beginTime", "24:00")).toContain("应为时间");
    expect(fault("hasSignal", "yes")).toContain("“是”或“否”");
    expect(fault("crossName", "路".repeat(65))).toBe("路口名称最多 64 个字");
  });

  it("put in defaults, ask for what must be there, and know no others", () => {
    const columns = [column("limitValue", true, "30"), column("zoneLength"), column("crossName", true)];
    expect(checkExtra(columns, { crossName: " 和平路口 " })).toEqual({
      extra: { limitValue: "30", crossName: "和平路口" },
      faults: [],
    });
    expect(checkExtra(columns, { limitValue: "", customer: "甲" }).faults).toEqual([
      { columnCode: "limitValue", message: "请填写限速值" },
      { columnCode: "crossName", message: "请填写路口名称" },
      { columnCode: "customer", message: "这个节点类型没有列 customer" },
    ]);
  });

  it("do not let a period end before it begins", () => {
    const period = [column("beginDate"), column("endDate")];
    expect(checkExtra(period, { beginDate: "2026-06-01", endDate: "2026-05-01" }).faults).toEqual([
      { columnCode: "endDate", message: "结束日期不能早于开始日期" },
    ]);
  });

  it("stand once in a type, with defaults that they take", () => {
    const issues = (columns: unknown) =>
      Columns.safeParse(columns).error?.issues.map(({ path, message }) => [path.join("."), message]);
    expect(issues([column("turn"), column("turn")])).toEqual([["1.columnCode", "转向已在列表中"]]);
    expect(issues([column("limitValue", false, "500")])).toEqual([
      ["0.defaultValue", "限速值是 5 到 120 的整数（公里/时）"],
    ]);
    expect(issues([{ columnCode: "toString" }])).toEqual([["0.columnCode", "请从列表中选择列"]]);
  });
});

it("are all good in the types that the program brings, of every use", () => {
  for (const { typeNum, columns = [] } of seededNodeTypes)
    expect([
      typeNum,
      Columns.safeParse(columns.map(([code, required = false, value = null]) => column(code, required, value))).success,
    ]).toEqual([typeNum, true]);
  expect(new Set(seededNodeTypes.map(({ use }) => use)).size).toBe(9);
  expect(new Set(nodeColumns.map(({ columnCode }) => columnCode)).size).toBe(nodeColumns.length);
});
