import { describe, expect, it } from "vitest";
import { measured } from "../../../../tests/kit/real-data";
import { mayTake, startCount } from "../../../../tests/kit/slowness";
import { cellsOf, fileOf, given } from "./template.sample";
import { tableStream } from "./template.server";
import { sheetStream } from "./write-sheet.server";

const column = { header: "列", required: false, remark: "", example: null, width: 10, kind: "text" } as const;
const table = { title: "表", columns: Array.from({ length: 35 }, () => column), rules: [] };

/** Rows that tell how many were asked for and whether they were let go. */
function source(count: number, fails?: Error) {
  const seen = { given: 0, released: false };
  const rows = async function* () {
    try {
      for (; seen.given < count; seen.given++) yield Array.from({ length: 35 }, () => `${Math.random()}`.slice(2, 18));
      if (fails) throw fails;
    } finally {
      seen.released = true;
    }
  };
  return { seen, rows: rows() };
}

describe("a workbook", () => {
  it("asks for no more rows than are taken, and lets them go with whoever stops taking", async () => {
    const { seen, rows } = source(20_000);
    const bytes = tableStream({ ...table, rows });
    for (let taken = 0; taken < 2 ** 18;) taken += ((await bytes.next()).value as Uint8Array).length;
    let waiting: number;
    do {
      waiting = seen.given;
      await new Promise((resolve) => setTimeout(resolve, 300));
    } while (seen.given > waiting);
    expect(waiting * 35 * 16).toBeLessThan(2 ** 18 * 2 + 2 ** 20);
    await bytes.return(undefined);
    await expect.poll(() => seen.released).toBe(true);
  });

  it("ends with the error of its rows", async () => {
    const { rows } = source(5000, new Error("the database is away"));
    await expect(fileOf("broken.xlsx", tableStream({ ...table, rows }))).rejects.toThrow("the database is away");
  });

  it("of 20,000 rows and 35 columns takes little memory and lets others have their turn", async () => {
    let [heap, longest, turn] = [0, 0, startCount()];
    const before = process.memoryUsage().heapUsed;
    const watch = setInterval(() => {
      longest = Math.max(longest, turn());
      turn = startCount();
      heap = Math.max(heap, process.memoryUsage().heapUsed - before);
    }, 5);
    const count = startCount();
    for await (const _ of tableStream({ ...table, rows: source(20_000).rows }));
    clearInterval(watch);
    const seconds = count() / 1000;
    measured("20,000 rows of 35 columns", { rowsPerSecond: Math.round(20_000 / seconds), heap, longest });
    expect([seconds < mayTake(15), heap < 100 * 2 ** 20, longest < mayTake(500)]).toEqual([true, true, true]);
  });

  it("that is only rows keeps their texts and days, and days that no spreadsheet shows as texts", async () => {
    const days = ["1900-01-01", "1900-02-28", "1900-03-01", "9999-12-31"].map((day) => new Date(day));
    const beyond = ["1899-12-31T00:00:00.000Z", "+010000-01-01T00:00:00.000Z"];
    const rows = [["=甲", ...days, ...beyond.map((moment) => new Date(moment))]];
    const read = await cellsOf(await fileOf("rows.xlsx", await sheetStream("表", rows, [10])));
    expect(read).toEqual([["=甲", ...days, ...beyond]]);
    const file = await fileOf("none.xlsx", tableStream({ ...table, columns: [column], rows: given([]) }));
    expect(await cellsOf(file)).toEqual([["列"]]);
  });
});
