import { buffer } from "node:stream/consumers";
import fc from "fast-check";
import { expect, it } from "vitest";
import { unguardText } from "~/kit/page/tables/csv";
import { wordOf } from "./template";
import { tableCsv } from "./template-csv";
import { cellsOf, fileOf, given, stations } from "./template.sample";

it("a table is the same as a CSV file, in UTF-8 with its mark", async () => {
  const rows = given([
    ["0012", "二级, 甲", true, 116.397428, new Date("2026-03-01"), null, "=三级"],
    ["乙", null, null, -1.5, new Date("2026-03-01T08:30:00Z")],
  ]);
  expect((await buffer(tableCsv({ columns: stations.columns, rows }))).toString()).toBe(
    "\ufeff编号*,站级*,候车亭,经度,启用日期,机构,次级\r\n" +
      '0012\t,"二级, 甲",是,116.397428,2026-03-01,,\'=三级\r\n' +
      "乙,,,-1.5,2026-03-01 08:30:00,,\r\n",
  );
});

const column = { header: "列", required: false, remark: "", example: null, width: 10, kind: "text" } as const;
const signs = fc.constantFrom(
  "'",
  "=",
  "+",
  "-",
  "@",
  "\t",
  "\r",
  "\n",
  '"',
  ",",
  "，",
  ";",
  "0",
  "12",
  " ",
  "＝",
  "甲",
);
const text = fc.oneof(
  fc.string({ unit: signs, maxLength: 6 }),
  fc.string({ unit: fc.constantFrom("0", "1", "\t"), maxLength: 15 }),
  fc.string({ unit: "grapheme", maxLength: 8 }),
);

it("its texts are read back as they were, whatever guards them from a spreadsheet", async () => {
  const rows = fc.array(fc.tuple(fc.constant("甲"), text, text), { minLength: 100, maxLength: 300 });
  await fc.assert(
    fc.asyncProperty(rows, async (cells) => {
      const columns = [column, column, { ...column, header: "末列" }];
      const file = await fileOf("table.csv", tableCsv({ columns, rows: given(cells.map((row) => [...row])) }));
      const read = (await cellsOf(file)).slice(1).filter(({ length }) => length > 0);
      expect(read.map((row) => columns.map((_, at) => unguardText(wordOf(row[at] ?? null))))).toEqual(cells);
      for (const one of read.flat()) expect(wordOf(one)).not.toMatch(/^(?!-\d+(\.\d+)?$)[=+\-@\t\r\n＝＋－＠]/);
    }),
    { numRuns: 12 },
  );
});
