import { readFileSync } from "node:fs";
import { parse } from "csv-parse/sync";
import fc from "fast-check";
import iconv from "iconv-lite";
import { describe, expect, it } from "vitest";
import { amendedHere, type Faults, rowsHere } from "./amend.sample";
import { sampleFile } from "./sheet.sample";
import { textRecords } from "./text-records";
import { lineEnds } from "./text-rows.server";

async function textAfter(text: string | Buffer, errors: Faults, headerRow = 1): Promise<Buffer> {
  return readFileSync((await amendedHere(sampleFile("站点.csv", text), errors, { headerRow })).path);
}

describe("a person's own text comes back", () => {
  const csv = '站名,经度,备注\r\n"人民广场, ""东""",116.39,"两\r\n行"\r\n\r\n火车站,,\r\n汽车站;,0012,无';
  const after =
    '站名,经度,备注,导入结果\r\n"人民广场, ""东""",116.39,"两\r\n行",经度有误\r\n\r\n火车站,,,"请填写“经度”,""备注"""\r\n汽车站;,0012,无';

  it.each([
    ["UTF-8", (text: string) => Buffer.from(text)],
    ["UTF-8 with its mark", (text: string) => Buffer.from(`\ufeff${text}`)],
    ["GBK", (text: string) => iconv.encode(text, "gb18030")],
    ["UTF-16", (text: string) => iconv.encode(text, "utf16le", { addBOM: true })],
    ["UTF-16 without its mark", (text: string) => iconv.encode(text, "utf16le")],
    ["UTF-16 of the other order", (text: string) => iconv.encode(text, "utf16be", { addBOM: true })],
  ])("in %s", async (_, encode) => {
    const errors: Faults = { 2: [[1], "经度有误"], 4: [[1], '请填写“经度”,"备注"'] };
    expect(await textAfter(encode(csv), errors)).toEqual(encode(after));
  });

  it.each([
    ["tabs", "a\tb\n1\t2\n", "a\tb\t导入结果\n1\t2\t错,了\n"],
    ["semicolons", "a;b\r1;2\r", "a;b;导入结果\r1;2;错,了\r"],
    ["Chinese commas", "甲，乙\n1，2", "甲，乙，导入结果\n1，2，错,了"],
    ["a declared sign", "sep=|\na|b\n1|2", "sep=|\na|b|导入结果\n1|2|错,了"],
    ["empty columns at its end", "a,b,,\n1,,,\n2,3\n", 'a,b,导入结果,\n1,,"错,了",\n2,3\n'],
    ["rows of different lengths", "a\n1\n1,2,3\n", 'a,,,导入结果\n1,,,"错,了"\n1,2,3\n'],
  ])("with %s", async (_, before, expected) => {
    const at = before.startsWith("sep") ? 2 : 1;
    expect((await textAfter(before, { [at + 1]: [[], "错,了"] }, at)).toString()).toBe(expected);
  });

  it("keeps bytes that are no signs of its encoding", async () => {
    const [head, rest] = [iconv.encode("站名\n火车站", "gb18030"), Buffer.from([0xff, 0x81, 0x0a, 0x31, 0xff])];
    expect(await textAfter(Buffer.concat([head, rest]), {})).toEqual(
      Buffer.concat([head.subarray(0, 4), iconv.encode(",导入结果", "gb18030"), head.subarray(4), rest]),
    );
  });

  it("a second time with the errors of that time", async () => {
    const first = await textAfter("a,b\n1,2\n3,4\n", { 2: [[], "甲"], 3: [[], "乙"] });
    expect((await textAfter(first, { 3: [[], "丙"] })).toString()).toBe("a,b,导入结果\n1,2,\n3,4,丙\n");
  });

  it("a word that a spreadsheet would run stays a text", async () => {
    expect((await textAfter("a\n1\n", { 2: [[], "=1+1"] })).toString()).toBe("a,导入结果\n1,'=1+1\n");
  });
});

it("records are told apart as the parser that reads them does", () => {
  const pieces = fc.constantFrom('"', '""', ",", "\n", "\r\n", "\r", "a", "站", " ", ";");
  fc.assert(
    fc.property(fc.array(pieces, { maxLength: 40 }), (all) => {
      const text = all.join("");
      const parsed = outcome(() =>
        parse(text, {
          relax_column_count: true,
          relax_quotes: true,
          skip_empty_lines: true,
          info: true,
          record_delimiter: lineEnds,
        }).map((one) => {
          const { record, info } = one as unknown as {
            record: string[];
            info: { records: number; empty_lines: number };
          };
          return { row: info.records + info.empty_lines, fields: record.length };
        }),
      );
      expect(
        outcome(() => [...textRecords(text, ",")].map(({ row, fields }) => ({ row, fields: fields.length / 2 }))),
      ).toEqual(parsed);
    }),
    { numRuns: 3000 },
  );
});

function outcome<T>(run: () => T): T | "refused" {
  try {
    return run();
  } catch {
    return "refused";
  }
}

it("rows count as the reader's do", async () => {
  const file = sampleFile("rows.csv", '\n\na,b\n"x\ny",1\n\n ,2\n');
  expect((await rowsHere(file)).map(({ row }) => row)).toEqual([3, 4, 6]);
  expect((await textAfter(readFileSync(file.path), { 6: [[], "错"] }, 3)).toString()).toBe(
    '\n\na,b,导入结果\n"x\ny",1\n\n ,2,错\n',
  );
});
