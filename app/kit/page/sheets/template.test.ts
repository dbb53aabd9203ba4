import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { sheetsOf } from "./read-sheet.server";
import type { SheetCell } from "./sheet";
import { headerOf, isExample, tooLongForCell } from "./template";
import { cellsOf, fileOf, given, longList, partsOf, stations } from "./template.sample";
import { tableStream, templateStream } from "./template.server";
import { sheetName } from "./write-sheet-name";
import { isLongRun } from "../../../../tests/kit/long-run";

const header = ["编号*", "站级*", "候车亭", "经度", "启用日期", "机构", "次级"];
const names = ["站点 资料 ： 全部", "填写说明", "选项"];

describe("a template", async () => {
  const file = await fileOf("template.xlsx", templateStream(stations));
  const parts = await partsOf(file);
  const sheet = parts["xl/worksheets/sheet1.xml"]!;

  it("is read back: names, one example that is known as such, the rules and the lists", async () => {
    expect((await sheetsOf(file)).map(({ name }) => name)).toEqual(names);
    const [first = [], example = [], ...more] = await cellsOf(file);
    expect(first).toEqual(header);
    expect(first.map(headerOf)).toEqual(stations.columns.map(({ header }) => header));
    expect(example).toEqual(["【示例】0012", "一级", "是", 116.397428, new Date("2026-03-01"), null, "=三级"]);
    expect([isExample(example), isExample(first), isExample(["0012"]), more]).toEqual([true, false, false, []]);
    const rules = await cellsOf(file, "填写说明");
    expect(rules.slice(1, 4)).toEqual([
      ["编号*", "必填", "文字", "站点的编号。"],
      ["站级*", "必填", '从下拉列表中选：一级、二级, 甲、=三级、<四级> & "五"'],
      ["候车亭", "选填", "是 或 否", "有无。"],
    ]);
    expect(rules.slice(-2).flat()).toEqual(["3. 按编号找到已有的站点。", "4. =空白的单元格不改动。"]);
    expect(rules.flat().join()).toContain("以“【示例】”开头的行是示例，导入时不读");
    const lists = await cellsOf(file, "选项");
    expect(lists[0]).toEqual(["站级、次级", "机构"]);
    expect(lists.slice(1, 5).map(([level]) => level)).toEqual(stations.columns[1]!.choices);
    expect(lists.slice(1).map((cells) => cells[1])).toEqual(longList);
  });

  it("offers its choices by the sheet of lists and warns without refusing", () => {
    const rules = [...sheet.matchAll(/<dataValidation ([^>]*)>(.*?)<\/dataValidation>/g)].map(([, says = "", asks]) => [
      /sqref="([^"]*)"/.exec(says)?.[1],
      /type="(\w+)"/.exec(says)?.[1],
      asks!.replace(/<\/?formula\d>/g, " ").trim(),
    ]);
    expect(rules).toEqual([
      ["B2:B5000", "list", "'选项'!$A$2:$A$5"],
      ["C2:C5000", "list", "&quot;是,否&quot;"],
      ["D2:D5000", "decimal", "-1E+300  1E+300"],
      ["E2:E5000", "date", "1  2958465"],
      ["F2:F5000", "list", "'选项'!$B$2:$B$50001"],
      ["G2:G5000", "list", "'选项'!$A$2:$A$5"],
    ]);
    expect(sheet.match(/errorStyle="warning"/g)).toHaveLength(6);
  });

  it("has a note on each name, the header in sight, and columns whose texts stay texts", () => {
    const notes = [...parts["xl/comments1.xml"]!.matchAll(/ref="(\w+)".*?<t [^>]*>([^<]*)/g)].map(([, at, text]) => [
      at,
      text,
    ]);
    expect(notes).toHaveLength(7);
    expect(notes[0]).toEqual(["A1", "必填：文字\n站点的编号。"]);
    expect(notes[4]).toEqual(["E1", "选填：日期，如 2026-03-01\n&lt;当天&gt; 起 &amp; 有效"]);
    expect(parts["xl/drawings/vmlDrawing1.vml"]!.match(/<v:shape /g)).toHaveLength(7);
    expect(sheet).toContain('<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/>');
    const formats = [...parts["xl/styles.xml"]!.split("<cellXfs")[1]!.matchAll(/<xf numFmtId="(\d+)"/g)].map(
      ([, id]) => id,
    );
    const ofColumns = [...sheet.matchAll(/<col [^>]*width="(\d+)" style="(\d+)"/g)];
    expect(ofColumns.map(([, width]) => Number(width))).toEqual(stations.columns.map(({ width }) => width));
    expect(ofColumns.map(([, , style]) => formats[Number(style)])).toEqual(["49", "49", "49", "0", "164", "49", "49"]);
  });
});

const hostile = fc.oneof(
  fc.string({ unit: fc.integer({ min: 0, max: 0xffff }).map((code) => String.fromCharCode(code)), maxLength: 20 }),
  fc.string({ unit: fc.constantFrom("_", "x", "0", "D", "\r", "_x000D_", "\ud800", "\ufffe"), maxLength: 12 }),
  fc.string({ unit: fc.constantFrom(" ", "\n", "\t", "\r\n", "甲", "👩‍👩‍👧", "&lt;", "]]>", "<v>"), maxLength: 8 }),
  fc.constantFrom("=1+1", "+86", "-1", "@SUM(A1)", "'=1", "0012", "1e5", "TRUE", "#N/A", "\u0001".repeat(32_767)),
);
const numbers = fc.oneof(
  fc.integer(),
  fc.integer({ min: -180e6, max: 180e6 }).map((micro) => micro / 1e6),
  fc.double({ noNaN: true, noDefaultInfinity: true }).map((number) => (number === 0 ? 0 : number)),
);
const dates = fc.date({ min: new Date("1900-01-01"), max: new Date("2100-12-31T23:59:59.999Z"), noInvalidDate: true });
const days = dates.map((date) => new Date(Math.floor(date.getTime() / 86_400_000) * 86_400_000));
const cell: fc.Arbitrary<SheetCell> = fc.oneof(hostile, numbers, dates, days, fc.boolean(), fc.constant(null));
const free = { required: false, remark: "", example: null, width: 10, kind: "text" } as const;
const columns = Array.from({ length: 8 }, (_, at) => ({ ...free, header: `列${at + 1}` }));

/** As a reader gives them: nothing after the last cell that holds something. */
function asRead(rows: SheetCell[][]): SheetCell[][] {
  const held = rows.map((cells) => {
    const kept = cells.map((one) => (one === "" ? null : one));
    return kept.slice(0, kept.findLastIndex((one) => one !== null) + 1);
  });
  return held.slice(0, held.findLastIndex(({ length }) => length > 0) + 1);
}

describe("a table", () => {
  it("is read back as it was, whatever its cells hold", async () => {
    const rows = fc.array(fc.array(cell, { minLength: 8, maxLength: 8 }), { minLength: 50, maxLength: 200 });
    await fc.assert(
      fc.asyncProperty(rows, async (cells) => {
        const file = await fileOf("table.xlsx", tableStream({ title: "表", columns, rules: [], rows: given(cells) }));
        expect((await cellsOf(file)).slice(1)).toEqual(asRead(cells));
      }),
      { numRuns: isLongRun ? 12 : 3 },
    );
  });

  it("has its template's shape without the example, checks in words, and says where a text is too long", async () => {
    const rows = given([["甲", "一级", false, 0, null, null, "字".repeat(32_768)], ["乙"]]);
    const file = await fileOf("table.xlsx", tableStream({ ...stations, rows }));
    expect(await cellsOf(file)).toEqual([header, ["甲", "一级", "否", 0, null, null, tooLongForCell], ["乙"]]);
    expect((await sheetsOf(file)).map(({ name }) => name)).toEqual(names);
    expect((await cellsOf(file, "填写说明")).flat().join()).not.toContain("【示例】");
    const [table, template] = await Promise.all([
      partsOf(file),
      partsOf(await fileOf("t.xlsx", templateStream(stations))),
    ]);
    const shape = (sheet = "") => sheet.replace(/<sheetData>.*<\/sheetData>/s, "");
    expect(shape(table["xl/worksheets/sheet1.xml"])).toBe(shape(template["xl/worksheets/sheet1.xml"]));
    expect(table["xl/comments1.xml"]).toBe(template["xl/comments1.xml"]);
  });
});

it.each([
  ["a/b\\c?d*e[f]g:h", "a b c d e f g h"],
  ["'甲'", "甲"],
  [" \n", "数据"],
  ["选项", "选项表"],
  ["history", "history表"],
  ["\ud800甲\u0000\ufffe", "甲"],
  ["站".repeat(30) + "👍", "站".repeat(30)],
])("a sheet called %j is named %j", (title, name) => {
  expect(sheetName(title, ["填写说明", "选项"])).toBe(name);
});
