import { describe, expect, it } from "vitest";
import { Periods, periodsInWords } from "./periods";

const [a, b] = ["a".repeat(32), "b".repeat(32)];
const row = (lineUuid: string, beginDate: string, endDate?: string, isMain = false) => ({
  lineUuid,
  beginDate,
  endDate,
  isMain,
});
const faults = (rows: unknown) =>
  Periods.safeParse(rows).error?.issues.map(({ path, message }) => [path.join("."), message]);

describe("the lines of a bus or a person", () => {
  it("may follow one another day by day, and come out by their first day", () => {
    const sent = [
      row(b, "2026-03-01", undefined, true),
      row(a, "2026-01-01", "2026-02-28", true),
      row(a, "2026-03-01"),
    ];
    expect(Periods.parse(sent)).toEqual([
      { lineUuid: a, isMain: true, beginDate: "2026-01-01", endDate: "2026-02-28" },
      { lineUuid: a, isMain: false, beginDate: "2026-03-01", endDate: null },
      { lineUuid: b, isMain: true, beginDate: "2026-03-01", endDate: null },
    ]);
  });

  it("may be one main line beside others on the same days", () => {
    expect(faults([row(a, "2026-01-01"), row(b, "2026-01-01", undefined, true)])).toBeUndefined();
  });

  it.each([
    [[row(a, "2026-01-02", "2026-01-01")], "0.endDate", "结束日期不能早于开始日期"],
    [
      [row(a, "2026-01-01", "2026-01-31"), row(b, "2026-01-05"), row(a, "2026-01-31")],
      "2.lineUuid",
      "与第 1 行是同一条线路，日期重叠",
    ],
    [
      [row(a, "2026-01-01", undefined, true), row(b, "2026-06-01", "2026-06-01", true)],
      "1.isMain",
      "与第 1 行都是主线路，日期重叠",
    ],
    [[{ ...row(a, "2026-01-01"), lineUuid: undefined }], "0.lineUuid", "请选择线路"],
    [[row(a, "2026-02-30")], "0.beginDate", "请输入日期，例如 2026-05-01"],
  ])("are refused at the row: %#", (rows, path, message) => {
    expect(faults(rows)).toEqual([[path, message]]);
  });

  it("read in words", () => {
    expect(
      periodsInWords(Periods.parse([row(a, "2026-01-01", "2026-02-28", true), row(b, "2026-03-01")]), { [a]: "101路" }),
    ).toBe(`101路（主） 2026-01-01 至 2026-02-28；${b} 2026-03-01 至 长期`);
  });
});
