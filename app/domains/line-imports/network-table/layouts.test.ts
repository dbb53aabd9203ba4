import { describe, expect, it } from "vitest";
import type { SheetCell, SheetRow } from "~/kit/page/sheets/sheet";
import { guessChoices, oneStationARow } from "./layouts";
import { linesOfRows } from "./lines-of-rows";

const tableOf = (...cells: SheetCell[][]): SheetRow[] => cells.map((row, at) => ({ row: at + 1, cells: row }));

/** The lines of a table, each direction as its stations, with nothing chosen. */
async function linesIn(table: SheetRow[]) {
  const { notes, ...laid } = oneStationARow(table, { sheet: undefined, ...guessChoices(table) });
  const { lines } = await linesOfRows(laid.rows, laid.columns);
  const said = lines.map(({ name, directions }) => [
    name,
    ...directions.map(({ direction, stops }) => `${direction} ${stops.map((stop) => stop.name).join()}`),
  ]);
  return { lines, said, notes };
}

describe("layouts of a network's table", () => {
  it("a column a line, directions behind their names, of different length, with a column of serials", async () => {
    const { said } = await linesIn(
      tableOf(
        ["线路站点一览"],
        ["站序", "1路上行", "1路（下行）", "2路上行"],
        [1, "甲", "丙", "丁"],
        [2, "乙", "乙", "戊"],
        [3, "丙", "甲"],
      ),
    );
    expect(said).toEqual([
      ["1路", "1 甲,乙,丙", "2 丙,乙,甲"],
      ["2路", "1 丁,戊"],
    ]);
  });

  it("a column a line without directions: the second column of a line is its way back", async () => {
    const { said } = await linesIn(
      tableOf(["1路", "1路", "环3路"], ["甲", "丙", "甲"], ["乙", "乙", "乙"], ["丙", "甲", "甲"]),
    );
    expect(said).toEqual([
      ["1路", "1 甲,乙,丙", "2 丙,乙,甲"],
      ["环3路", "1 甲,乙,甲"],
    ]);
  });

  it("a row a line, there and back in a cell each", async () => {
    const { said, notes, lines } = await linesIn(
      tableOf(
        ["线路", "上行站点", "下行站点", "票价", "首班", "末班"],
        ["1路", "火车站（南）—人民路—大学城", "大学城—人民路—火车站（南）", "2元", "600", "2200"],
        ["2路", "甲—乙—丙", "", "1元", "", ""],
      ),
    );
    expect(said).toEqual([
      ["1路", "1 火车站（南）,人民路,大学城", "2 大学城,人民路,火车站（南）"],
      ["2路", "1 甲,乙,丙"],
    ]);
    expect(notes).toEqual(["途经站点按“—”分开"]);
    expect(lines.map(({ price }) => price)).toEqual(["2元", "1元"]);
    expect(lines[0]!.directions.map(({ hours }) => hours?.first)).toEqual(["06:00", "06:00"]);
  });

  it("a row a direction, in a column that is called 站点; names may hold what parts other tables", async () => {
    const { said } = await linesIn(
      tableOf(["线路名称", "方向", "站点"], ["1路", "上行", "甲-1号门、乙、丙"], ["1路", "下行", "丙、乙、甲-1号门"]),
    );
    expect(said).toEqual([["1路", "1 甲-1号门,乙,丙", "2 丙,乙,甲-1号门"]]);
  });

  it("a row a line, a cell each station, in columns that are counted", async () => {
    const { said } = await linesIn(
      tableOf(
        ["线路", "方向", "站点1", "站点2", "站点3", "备注"],
        ["1路", "上行", "甲", "乙", "丙", "新"],
        ["1路", "下行", "丙", "甲", null, "旧"],
      ),
    );
    expect(said).toEqual([["1路", "1 甲,乙,丙", "2 丙,甲"]]);
  });

  it("leaves tables of one station a row as they are", async () => {
    const { said, notes } = await linesIn(tableOf(["线路", "站序", "站名"], ["1路", 1, "甲-乙路口"], ["1路", 2, "丙"]));
    expect([said, notes]).toEqual([[["1路", "1 甲-乙路口,丙"]], []]);
  });
});
