import { describe, expect, it } from "vitest";
import type { SheetCell, SheetRow } from "~/kit/page/sheets/sheet";
import { linesOfRows } from "./lines-of-rows";

const rowsOf = (...cells: SheetCell[][]): SheetRow[] => cells.map((row, at) => ({ row: at + 2, cells: row }));
const said = (stops: readonly { name: string; code?: string }[]) => stops.map(({ name, code }) => code ?? name).join();

describe("rows of a network's table", () => {
  it("are lines by number, directions by a column that counts from 0, in the order of their serials", async () => {
    const columns = { lineId: 0, line: 1, direction: 2, serial: 3, staName: 4 };
    const { lines, problems } = await linesOfRows(
      rowsOf(
        [60001, "1001路", 0, 2, "乙"],
        [60001, "1001路", 0, 1, "甲"],
        [60001, "1001路", 1, 1, "乙"],
        [60001, "1001路", 1, 2, "甲"],
        [60002, "1002路", 0, 1, "丙"],
        [60002, "1002路", 0, 2, "丁"],
        [60002, "1002路", 3, 3, "戊"],
      ),
      columns,
    );
    expect(lines.map(({ name, ref }) => [name, ref])).toEqual([
      ["1001路", "60001"],
      ["1002路", "60002"],
    ]);
    expect(lines[0]!.directions.map(({ direction, stops }) => [direction, said(stops)])).toEqual([
      [1, "甲,乙"],
      [2, "乙,甲"],
    ]);
    expect(lines[1]!.directions.map(({ stops }) => said(stops))).toEqual(["丙,丁"]);
    expect(problems.map(({ where, text }) => `${where} ${text}`)).toEqual([
      "第 8 行 C 方向：“3”应为上行或下行",
      "第 8 行 “戊”已略去",
    ]);
  });

  it("begin a direction where the serials begin again, and a ring where the last station is the first", async () => {
    const { lines } = await linesOfRows(
      rowsOf(
        ["1路", 1, "甲"],
        ["1路", 2, "乙"],
        ["1路", 1, "乙"],
        ["1路", 2, "甲"],
        ["环1路", 1, "甲"],
        ["环1路", 2, "乙"],
        ["环1路", 3, "甲"],
      ),
      { line: 0, serial: 1, staName: 2 },
    );
    expect(lines.map(({ directions }) => directions.map(({ direction, circular }) => [direction, circular]))).toEqual([
      [
        [1, false],
        [2, false],
      ],
      [[1, true]],
    ]);
  });

  it("keep what they say of a call, and tell rows without a line or a station", async () => {
    const { lines, problems } = await linesOfRows(
      rowsOf(["1路", "甲", 30, "是"], ["", "乙", null, null], ["1路", "", 5, null], ["1路", "丙", 20, null]),
      { line: 0, staName: 1, dwell: 2, isTimed: 3 },
    );
    expect(lines[0]!.directions[0]!.stops).toMatchObject([
      { name: "甲", dwell: 30, call: { isTimed: true } },
      { name: "丙", dwell: 20 },
    ]);
    expect(problems.map(({ where }) => where)).toEqual(["第 3 行", "第 4 行"]);
  });
});
