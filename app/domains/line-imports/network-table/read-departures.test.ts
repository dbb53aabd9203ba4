import { describe, expect, it } from "vitest";
import type { SheetCell, SheetRow } from "~/kit/page/sheets/sheet";
import { guessChoices } from "./layouts";
import { readDepartures } from "./read-departures";

const tableOf = (...cells: SheetCell[][]): SheetRow[] => cells.map((row, at) => ({ row: at + 1, cells: row }));

/** What a table says with nothing chosen: each line's directions with days and times. */
function said(table: SheetRow[]) {
  const choices = guessChoices(table);
  const { lines, problems } = readDepartures(table, { sheet: undefined, ...choices });
  const clock = (seconds: number) =>
    `${Math.floor(seconds / 3600)}:${String(Math.floor(seconds / 60) % 60).padStart(2, "0")}`;
  return {
    holds: choices.holds,
    lines: lines.flatMap(({ name, directions }) =>
      directions.flatMap(({ direction, services }) =>
        services!.map((one) => `${name} ${direction} ${one.name} ${one.departures.map(clock).join()}`),
      ),
    ),
    problems: problems.map(({ where, text }) => `${where} ${text}`),
  };
}

describe("tables of departures", () => {
  it("a departure a row, in any way people write times, past midnight on the same day", () => {
    expect(
      said(
        tableOf(
          ["线路", "方向", "发车时间", "运营日"],
          ["1路", "上行", "6:00", "工作日"],
          ["1路", "上行", 630, "周一至周五"],
          ["1路", "上行", "23：30", "工作日"],
          ["1路", "上行", "0:15", "工作日"],
          ["1路", "下行", "7点", "周末"],
          ["1路", "下行", "早班", "周末"],
          ["1路", "环", "7点", "周末"],
        ),
      ),
    ).toEqual({
      holds: "departures",
      lines: ["1路 1 工作日 6:00,6:30,23:30,24:15", "1路 2 周末 7:00"],
      problems: ["第 7 行 “早班”不是时刻，已略去", "第 8 行 方向“环”应为上行或下行，已略去"],
    });
  });

  it("a column a line and direction, with a column of serials", () => {
    expect(
      said(
        tableOf(
          ["发车时刻表", null, null],
          ["班次", "1路上行", "1路下行"],
          [1, "6:00", new Date("1899-12-30T06:10:00Z")],
          [2, 0.2708333333, "6:40"],
          [3, "6:30", "6:40"],
        ),
      ),
    ).toEqual({
      holds: "departures",
      lines: ["1路 1 每天 6:00,6:30", "1路 2 每天 6:10,6:40"],
      problems: ["第 3 行起 “1路”上行有 1 班重复，只算一次", "第 3 行起 “1路”下行有 1 班重复，只算一次"],
    });
  });

  it("a row a line, times side by side or in one cell", () => {
    expect(
      said(tableOf(["线路", "方向", "1", "2", "3"], ["1路", "上行", "6:00", "7:00", "8:00"], ["2路", "下行", "6:05"]))
        .lines,
    ).toEqual(["1路 1 每天 6:00,7:00,8:00", "2路 2 每天 6:05"]);
    expect(said(tableOf(["线路", "时刻表"], ["1路", "6:00、6:20、6:40"], ["2路", "7:00 7:30"])).lines).toEqual([
      "1路 1 每天 6:00,6:20,6:40",
      "2路 1 每天 7:00,7:30",
    ]);
  });

  it("is no table of stations, and the other way round", () => {
    expect(said(tableOf(["线路", "站名", "发车时间"], ["1路", "甲", "6:00"])).holds).toBe("stations");
    expect(said(tableOf(["1路", "2路"], ["甲", "乙"])).holds).toBe("stations");
  });
});
