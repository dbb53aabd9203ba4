import { readFileSync } from "node:fs";
import path from "node:path";
import ExcelJS from "exceljs";
import iconv from "iconv-lite";
import { describe, expect, it } from "vitest";
import { realData } from "../../../../tests/kit/real-data";
import { mayTake } from "../../../../tests/kit/slowness";
import { readSheet, sheetsOf } from "./read-sheet.server";
import type { SheetFile } from "./read-sheet.server";
import type { SheetRow } from "./sheet";
import { bookFile, sampleFile, zipFile } from "./sheet.sample";
import { sheetStream } from "./write-sheet.server";

async function rowsOf(file: SheetFile, options?: Parameters<typeof readSheet>[1]): Promise<SheetRow[]> {
  const rows: SheetRow[] = [];
  for await (const row of readSheet(file, options)) rows.push(row);
  return rows;
}
const cellsOf = async (file: SheetFile, options?: Parameters<typeof readSheet>[1]) =>
  (await rowsOf(file, options)).map(({ cells }) => cells);

/** Rows of a sheet; the seconds it took and the megabytes by which the process grew. */
async function measured(file: SheetFile) {
  const before = process.memoryUsage().rss;
  let most = before;
  const watch = setInterval(() => (most = Math.max(most, process.memoryUsage().rss)), 20);
  const began = performance.now();
  const rows = await rowsOf(file);
  clearInterval(watch);
  return {
    rows,
    milliseconds: Math.round(performance.now() - began),
    megabytes: Math.round((most - before) / 2 ** 20),
  };
}

const row = (at: number, ...cells: string[]) => `<row r="${at}">${cells.join("")}</row>`;
const text = (ref: string, value: string) => `<c r="${ref}" t="inlineStr"><is><t>${value}</t></is></c>`;

describe("a workbook", () => {
  it("is read with what its cells hold", async () => {
    const file = await bookFile("kinds.xlsx", {
      styles:
        '<numFmts count="1"><numFmt numFmtId="164" formatCode="yyyy&quot;年&quot;m&quot;月&quot;d&quot;日&quot;"/><numFmt numFmtId="165" formatCode="0.00&quot;米&quot;;[Red]-0.00"/></numFmts><cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="164"/><xf numFmtId="165"/><xf numFmtId="22"/></cellXfs>',
      strings:
        '<si><t>人民广场</t></si><si><r><rPr><b/></rPr><t>火车</t></r><r><t xml:space="preserve">站 </t></r><rPh sb="0" eb="1"><t>HUOCHE</t></rPh></si><si><t>换_x000D_行</t></si>',
      sheet: `<sheetData>${row(1, '<c r="A1" t="s"><v>0</v></c>', '<c r="B1" t="s"><v>1</v></c>', '<c r="C1" t="s"><v>2</v></c>', text("D1", "直接写的"))}
        ${row(3, '<c r="A3"><v>116.397428</v></c>', '<c r="B3" s="1"><v>45306</v></c>', '<c r="C3" s="2"><v>45306.5</v></c>', '<c r="D3" s="3"><v>12.5</v></c>', '<c r="E3" t="b"><v>1</v></c>', '<c r="F3" t="e"><v>#N/A</v></c>')}
        ${row(4, '<c r="B4"><f>A3*2</f><v>232.794856</v></c>', '<c r="C4" t="str"><f>"x"</f><v>算出来的</v></c>', '<c r="D4"><f>1+1</f></c>', '<c r="E4" t="inlineStr"><is><t>0012</t></is></c>', '<c r="G4" s="1"/>')}
        <row><c><v>7</v></c><c t="d"><v>2024-01-15T08:30:00</v></c></row></sheetData>`,
    });
    expect(await rowsOf(file)).toEqual([
      { row: 1, cells: ["人民广场", "火车站 ", "换\r行", "直接写的"] },
      {
        row: 3,
        cells: [116.397428, new Date("2024-01-15"), new Date("2024-01-15T12:00:00Z"), 12.5, true, "#N/A"],
        shown: { 3: "12.50米" },
      },
      { row: 4, cells: [null, 232.794856, "算出来的", null, "0012"], uncalculated: [3] },
      { row: 5, cells: [7, new Date("2024-01-15T08:30:00Z")] },
    ]);
    expect(await sheetsOf(file)).toEqual([{ name: "第一张", hidden: false }]);
  });

  it("says which rows are hidden and which formulas have no result", async () => {
    const file = await bookFile("hidden.xlsx", {
      sheet: `<sheetData>${row(1, text("A1", "站名"))}
        <row r="2" hidden="1">${text("A2", "藏起来的")}</row><row r="3" hidden="true"><c r="A3" s="1"/></row>
        ${row(4, '<c r="A4"><f>A2</f><v></v></c>', '<c r="B4" t="str"><f>""</f><v></v></c>')}
        ${row(5, '<c r="A5"><f>A2</f></c>', text("B5", "火车站"))}</sheetData>`,
    });
    expect(await rowsOf(file)).toEqual([
      { row: 1, cells: ["站名"] },
      { row: 2, cells: ["藏起来的"], hidden: true },
      { row: 4, cells: [], uncalculated: [0] },
      { row: 5, cells: [null, "火车站"], uncalculated: [0] },
    ]);
  });

  it("says which hidden sheets hold something", async () => {
    const book = new ExcelJS.Workbook();
    book.addWorksheet("站点").addRow(["站名"]);
    book.addWorksheet("藏着", { state: "hidden" }).getCell("C9").value = 5;
    book.addWorksheet("空的", { state: "veryHidden" });
    const file = sampleFile("hidden-sheets.xlsx", Buffer.from(await book.xlsx.writeBuffer()));
    expect(await sheetsOf(file)).toEqual([
      { name: "站点", hidden: false },
      { name: "藏着", hidden: true, filled: true },
      { name: "空的", hidden: true, filled: false },
    ]);
  });

  it("that counts its days from 1904 has the same dates", async () => {
    const file = await bookFile("1904.xlsx", {
      workbookPr: 'date1904="1"',
      styles: '<cellXfs><xf numFmtId="14"/></cellXfs>',
      sheet: `<sheetData>${row(1, '<c r="A1" s="0"><v>43844</v></c>')}</sheetData>`,
    });
    expect(await cellsOf(file)).toEqual([[new Date("2024-01-15")]]);
  });

  it("of the usual program is read sheet by sheet, the hidden ones only by name, what is merged over rows in each of them", async () => {
    const book = new ExcelJS.Workbook();
    book.addWorksheet("说明", { state: "hidden" }).addRow(["藏着"]);
    const sheet = book.addWorksheet("站点");
    sheet.addRow(["站名", "日期"]);
    sheet.addRow(["人民广场", new Date("2024-03-01")]);
    sheet.mergeCells("A2:A4");
    sheet.getCell("B4").value = { richText: [{ text: "富" }, { font: { bold: true }, text: "文本" }] };
    const file = sampleFile("usual.xlsx", Buffer.from(await book.xlsx.writeBuffer()));
    expect(await rowsOf(file)).toEqual([
      { row: 1, cells: ["站名", "日期"] },
      { row: 2, cells: ["人民广场", new Date("2024-03-01")] },
      { row: 4, cells: ["人民广场", "富文本"], merged: [0] },
    ]);
    expect(await sheetsOf(file)).toEqual([
      { name: "说明", hidden: true, filled: true },
      { name: "站点", hidden: false },
    ]);
    expect(await cellsOf(file, { sheet: "说明" })).toEqual([["藏着"]]);
    await expect(rowsOf(file, { sheet: "没有" })).rejects.toMatchObject({
      fault: "no-such-sheet",
      message: "工作簿里没有工作表“没有”，请重新选择",
    });
  });

  it("with elements of a prefix is read all the same", async () => {
    const file = await zipFile("prefix.xlsx", {
      "_rels/.rels":
        '<Relationships><Relationship Id="a" Type="http://purl.oclc.org/ooxml/officeDocument/relationships/officeDocument" Target="/xl/book.xml"/></Relationships>',
      "xl/book.xml":
        '<x:workbook xmlns:x="m" xmlns:q="o"><x:sheets><x:sheet name="甲" q:id="b"/></x:sheets></x:workbook>',
      "xl/_rels/book.xml.rels":
        '<Relationships><Relationship Id="b" Type="http://purl.oclc.org/ooxml/officeDocument/relationships/worksheet" Target="sheets/a.xml"/></Relationships>',
      "xl/sheets/a.xml":
        '<x:worksheet xmlns:x="m"><x:sheetData><x:row r="2"><x:c r="B2"><x:v>5</x:v></x:c></x:row></x:sheetData></x:worksheet>',
    });
    expect(await rowsOf(file)).toEqual([{ row: 2, cells: [null, 5] }]);
  });
});

describe("a workbook that hangs other readers", () => {
  const some = row(1, text("A1", "站名")) + row(2, text("A2", "人民广场"));

  it("by a rule over every cell is read at once", async () => {
    const rule =
      '<dataValidations count="1"><dataValidation type="list" allowBlank="1" sqref="A1:XFD1048576"><formula1>"是,否"</formula1></dataValidation></dataValidations>';
    const read = await measured(await bookFile("validation.xlsx", { sheet: `<sheetData>${some}</sheetData>${rule}` }));
    expect(read.rows.map(({ cells }) => cells)).toEqual([["站名"], ["人民广场"]]);
    expect([read.milliseconds < mayTake(5000), read.megabytes < 200]).toEqual([true, true]);
  });

  it("by 50,000 merged ranges is read at once", async () => {
    function* sheet() {
      yield `<sheetData>${some}</sheetData><mergeCells count="50000">`;
      for (let at = 1; at <= 50_000; at++) yield `<mergeCell ref="C${at}:D${at}"/>`;
      yield "</mergeCells>";
    }
    const read = await measured(await bookFile("merges.xlsx", { sheet: sheet() }));
    expect(read.rows).toHaveLength(2);
    expect([read.milliseconds < mayTake(5000), read.megabytes < 200]).toEqual([true, true]);
  });

  it("by 50,000 merged ranges over its rows, each of whose rows has the value", async () => {
    const columns = "BCDEF";
    const merged = 10_000;
    function* sheet() {
      yield "<sheetData>";
      for (let at = 1; at <= merged * 2; at++)
        yield row(
          at,
          text(`A${at}`, `行${at}`),
          ...(at % 2 ? [...columns].map((letter) => text(`${letter}${at}`, `${letter}${at}`)) : []),
        );
      yield `</sheetData><mergeCells count="${merged * columns.length}">`;
      for (let at = 1; at < merged * 2; at += 2)
        for (const letter of columns) yield `<mergeCell ref="${letter}${at}:${letter}${at + 1}"/>`;
      yield "</mergeCells>";
    }
    const read = await measured(await bookFile("tall-merges.xlsx", { sheet: sheet() }));
    expect(read.rows).toHaveLength(merged * 2);
    for (const { row: at, cells } of read.rows)
      expect(cells.slice(1)).toEqual([...columns].map((letter) => `${letter}${at % 2 ? at : at - 1}`));
    expect([read.milliseconds < mayTake(8000), read.megabytes < 300]).toEqual([true, true]);
  });

  it("by a million empty rows is read all the same", async () => {
    function* sheet() {
      yield `<sheetData>${some}`;
      for (let at = 3; at < 1_048_576; at++) yield `<row r="${at}" s="1" ht="15"><c r="A${at}" s="1"/></row>`;
      yield row(1_048_576, text("A1048576", "最后一行")) + "</sheetData>";
    }
    const read = await measured(await bookFile("empty-rows.xlsx", { sheet: sheet() }));
    expect(read.rows.at(-1)).toEqual({ row: 1_048_576, cells: ["最后一行"] });
    expect(read.rows).toHaveLength(3);
  });

  it("by 10,000 rows of 12 columns", async () => {
    function* sheet() {
      yield "<sheetData>";
      for (let at = 1; at <= 10_000; at++)
        yield row(
          at,
          ...Array.from({ length: 12 }, (_, column) =>
            text(`${String.fromCharCode(65 + column)}${at}`, `值${at}-${column}`),
          ),
        );
      yield "</sheetData>";
    }
    const read = await measured(await bookFile("many.xlsx", { sheet: sheet() }));
    expect(read.rows).toHaveLength(10_000);
  });
});

describe("what a file may not ask of us is refused in words", () => {
  const cells = (count: number, value = "1") =>
    `<sheetData>${Array.from({ length: count }, (_, at) => row(at + 1, `<c><v>${value}</v></c>`)).join("")}</sheetData>`;

  it.each([
    ["rows", { rows: 5 }, { sheet: cells(6) }, "工作表超过 5 行有内容，请拆分后上传"],
    [
      "columns",
      { columns: 26 },
      { sheet: `<sheetData>${row(3, '<c r="AB3"><v>1</v></c>')}</sheetData>` },
      "第 3 行的 AB 列有内容，最多 26 列（到 Z 列），请删去多余的列",
    ],
    ["cells", { cells: 10_000 }, { sheet: cells(10_001) }, "工作表的内容超过 1 万个单元格，请拆分后上传"],
    [
      "text of a cell",
      {},
      { sheet: `<sheetData>${row(1, text("A1", "长".repeat(32_768)))}</sheetData>` },
      "单元格 A1 的文字超过 32767 个字，请缩短",
    ],
    [
      "shared text",
      { sharedText: 10_000 },
      { sheet: cells(1), strings: `<si><t>${"长".repeat(10_001)}</t></si>` },
      "工作簿里的文字过多（超过 1 万字），请拆分后上传",
    ],
    ["sheets", { sheets: 0 }, { sheet: cells(1) }, "工作簿有 1 个工作表，超过 0 个，请删去多余的工作表"],
  ])("%s", async (_, limits, sample, message) => {
    const file = await bookFile("limit.xlsx", sample);
    await expect(rowsOf(file, { limits })).rejects.toMatchObject({ fault: "too-big", message });
  });

  it("a zip bomb, by what it says it unpacks to and by what it does", async () => {
    function* zeros() {
      yield "<sheetData>";
      const some = " ".repeat(2 ** 20);
      for (let at = 0; at < 320; at++) yield some;
      yield "</sheetData>";
    }
    const file = await bookFile("bomb.xlsx", { sheet: zeros() });
    await expect(rowsOf(file)).rejects.toMatchObject({
      fault: "too-big",
      message: "工作簿解压后超过 300 MB，请删去多余的内容，拆分后上传",
    });
    await expect(rowsOf(file, { limits: { unpackedBytes: 2 ** 30 } })).rejects.toMatchObject({
      fault: "too-big",
      message: "工作簿解压后超过文件大小的 40 倍，异常庞大，请删去多余的内容，拆分后上传",
    });
    const quiet = await bookFile("quiet.xlsx", { sheet: `<sheetData>${" ".repeat(5 * 2 ** 20)}</sheetData>` });
    await expect(rowsOf(quiet)).rejects.toMatchObject({
      fault: "too-big",
      message: "工作簿里有一段文字超过 2.0 MB，请删去后再上传",
    });
  });

  it("more memory than it may have, without harm to the program", async () => {
    function* sheet() {
      yield "<sheetData/>";
    }
    const strings = Array.from(
      { length: 400_000 },
      (_, at) => `<si><t>第${at}段文字，每一段都不一样，读的人要记住它们每一个</t></si>`,
    ).join("");
    const file = await bookFile("memory.xlsx", { sheet: sheet(), strings });
    await expect(rowsOf(file, { limits: { memory: 24 } })).rejects.toMatchObject({
      fault: "too-big",
      message: "文件内容过多，读取所需内存超过 24 MB，请拆分后上传",
    });
  });

  it("more time than it may have", async () => {
    const file = await bookFile("slow.xlsx", { sheet: cells(50_000) });
    await expect(rowsOf(file, { limits: { milliseconds: 5 } })).rejects.toMatchObject({
      fault: "too-slow",
      message: /^读取超过 0.005 秒，已停止/,
    });
    const late = AbortSignal.timeout(30);
    const slow = (async () => {
      for await (const _ of readSheet(file, { signal: late })) await new Promise((go) => setTimeout(go, 5));
    })();
    await expect(slow).rejects.toMatchObject({ name: "TimeoutError" });
  });

  it("a caller who has seen enough leaves nothing running", async () => {
    const file = await bookFile("enough.xlsx", { sheet: cells(50_000) });
    for await (const { row: at } of readSheet(file)) if (at === 3) break;
    expect(process.getActiveResourcesInfo().filter((one) => one === "MessagePort" || one === "Worker")).toEqual([]);
  });
});

describe("a file is known by what it holds", () => {
  const ole = Buffer.concat([Buffer.from("d0cf11e0a1b11ae1", "hex"), Buffer.alloc(2000)]);

  it.each([
    ["站点.xlsx", "", "文件是空的，请重新导出后上传"],
    ["站点.xlsx", ole, "旧版 Excel 文件无法读取；请用 Excel 或 WPS 打开后另存为“Excel 工作簿（.xlsx）”再上传"],
    ["站点.xlsx", Buffer.concat([ole, Buffer.from("EncryptedPackage", "utf16le")]), /^工作簿设有打开密码/],
    ["站点.xlsx", "站名,经度\n人民广场,116.3\n", /^文件名是 Excel 的，内容却是文本（CSV）/],
    ["站点.xls", "<html><table><tr><td>站名</td></tr></table></html>", /^文件内容是网页或 XML/],
    ["站点.csv", Buffer.from([0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10, 0, 0, 0]), /^这不是表格文件/],
    ["站点.pdf", "%PDF-1.7\nabc", /^这不是表格文件/],
    ["站点.xlsx", "PK\u0003\u0004 and nothing more", "工作簿已损坏，无法读取；请用 Excel 打开后另存一份再上传"],
  ])("%s (%#)", async (name, content, message) => {
    await expect(rowsOf(sampleFile(name, content))).rejects.toMatchObject({ name: "SheetFileError", message });
  });

  it.each([
    ["xl/workbook.bin", /^这是二进制工作簿（.xlsb）/],
    ["content.xml", /^这是 OpenDocument 文件/],
    ["word/document.xml", /^这是 Word 文档/],
    ["readme.txt", /^这是压缩包，不是 Excel 工作簿/],
  ])("an archive with %s", async (part, message) => {
    await expect(rowsOf(await zipFile("other.xlsx", { [part]: "x" }))).rejects.toMatchObject({
      fault: "not-a-sheet",
      message,
    });
  });

  it("a workbook called .csv is read as the workbook it is", async () => {
    const { path: at } = await bookFile("renamed.csv", {
      sheet: `<sheetData>${row(1, text("A1", "站名"))}</sheetData>`,
    });
    expect(await cellsOf({ path: at, name: "renamed.csv" })).toEqual([["站名"]]);
  });

  it("a workbook whose parts are not what their sums say, or twice there, is damaged", async () => {
    const { path: at } = await bookFile("sum.xlsx", { sheet: `<sheetData>${row(1, text("A1", "站名"))}</sheetData>` });
    const bytes = readFileSync(at);
    const head = bytes.lastIndexOf("xl/worksheets/sheet1.xml") - 46;
    bytes[head + 16]! ^= 1;
    await expect(rowsOf(sampleFile("sum.xlsx", bytes))).rejects.toMatchObject({ fault: "damaged" });
    const twice = await zipFile("twice.xlsx", { "xl/workbook.xml": "<a/>", "xl/Workbook.xml": "<b/>" });
    await expect(rowsOf(twice)).rejects.toMatchObject({
      message: "工作簿里有两个部件都叫“xl/Workbook.xml”，请用 Excel 另存一份再上传",
    });
  });

  it("a workbook with a broken sheet says so", async () => {
    await expect(
      rowsOf(await bookFile("broken.xlsx", { sheet: '<sheetData><row r="1"><c></row>' })),
    ).rejects.toMatchObject({ fault: "damaged" });
  });
});

describe("a text", () => {
  const csv = '站名,经度,纬度\r\n"人民广场, 东",116.39,39.9\r\n\r\n火车站,"116.4\n01",\r\n';
  const rows = [
    { row: 1, cells: ["站名", "经度", "纬度"] },
    { row: 2, cells: ["人民广场, 东", "116.39", "39.9"] },
    { row: 4, cells: ["火车站", "116.4\n01"] },
  ];

  it.each([
    ["UTF-8", Buffer.from(csv)],
    ["UTF-8 with its mark", Buffer.from(`\ufeff${csv}`)],
    ["GBK", iconv.encode(csv, "gbk")],
    ["UTF-16, as Excel's Unicode text", iconv.encode(csv, "utf16le", { addBOM: true })],
    ["UTF-16 without its mark", iconv.encode(csv, "utf16le")],
    ["UTF-16 of the other order", iconv.encode(csv, "utf16be", { addBOM: true })],
    ["UTF-16 of the other order without its mark", iconv.encode(csv, "utf16be")],
    ["UTF-8 of mixed line ends", Buffer.from(csv.replace("\r\n", "\n").replace("\r\n\r\n", "\r\r\n"))],
  ])("in %s is read", async (_, content) => {
    expect(await rowsOf(sampleFile("站点.csv", content))).toEqual(rows);
    expect(await sheetsOf(sampleFile("站点.csv", content))).toEqual([]);
  });

  it.each([
    ["pasted from a spreadsheet", "站名\t经度\n人民广场\t116.39"],
    ["with semicolons", "站名;经度\n人民广场;116.39"],
    ["with Chinese commas", "站名，经度\n人民广场，116.39"],
  ])("%s is read", async (_, content) => {
    expect(await cellsOf(sampleFile("粘贴.txt", content))).toEqual([
      ["站名", "经度"],
      ["人民广场", "116.39"],
    ]);
  });

  it("that declares what stands between its cells is read by it", async () => {
    expect(await rowsOf(sampleFile("declared.csv", "sep=|\r\n站名|经度\r\n人民,广场|116.39\r\n"))).toEqual([
      { row: 2, cells: ["站名", "经度"] },
      { row: 3, cells: ["人民,广场", "116.39"] },
    ]);
  });

  it("is held to the same limits", async () => {
    const lines = sampleFile("lines.csv", "a,b\n".repeat(20));
    await expect(rowsOf(lines, { limits: { rows: 10 } })).rejects.toMatchObject({
      message: "文件超过 10 行，请拆分后上传",
    });
    await expect(rowsOf(lines, { limits: { columns: 1 } })).rejects.toMatchObject({
      message: /^第 1 行有 2 列，最多 1 列/,
    });
    await expect(rowsOf(lines, { limits: { fileBytes: 10 } })).rejects.toMatchObject({
      message: "文件有 80 B，超过 10 B，请拆分后上传",
    });
    await expect(rowsOf(sampleFile("quote.csv", '"a,b\nc,d\n'))).rejects.toMatchObject({
      fault: "damaged",
      message: /引号没有成对/,
    });
  });
});

it("a workbook that we write is read as it was meant", async () => {
  const rows = [
    ["编号", "站名", "日期", "数"],
    ["0012", "=人民广场", new Date("2026-03-01"), 1.5],
    [null, "最后", null, true],
  ];
  const chunks: Buffer[] = [];
  for await (const chunk of await sheetStream("站点/表", rows)) chunks.push(chunk as Buffer);
  const file = sampleFile("written.xlsx", Buffer.concat(chunks));
  expect(await cellsOf(file)).toEqual(rows.map((cells) => (cells.at(-1) === null ? cells.slice(0, -1) : cells)));
  expect(await sheetsOf(file)).toEqual([{ name: "站点 表", hidden: false }]);
});

describe("real workbooks", () => {
  const folder = realData("xlsx", "workbooks of other programs");
  it.skipIf(!folder)("are read as their authors meant them", async () => {
    const read = (name: string) => cellsOf({ path: path.join(folder!, name), name });
    expect(await read("exceljs-1904.xlsx")).toEqual([[null, new Date("1904-01-01")]]);
    expect(await read("exceljs-dateIssue.xlsx")).toEqual([["Date"], [new Date("2020-11-20")]]);
    expect(await read("exceljs-formulas.xlsx")).toEqual([
      ["someone@example.com", "(formula with hyperlink)"],
      ["someone@example.com", "(formula without link)"],
    ]);
    expect((await read("exceljs-gold.xlsx")).slice(0, 4)).toEqual([
      ["Text", "I am Text"],
      ["Number", 3.14],
      ["Integer", 5],
      ["Date", new Date("2016-05-17")],
    ]);
    expect((await read("exceljs-many-columns.xlsx")).map(([first]) => first)).toEqual(["this", "but"]);
    expect((await read("sheetjs-formulae_test_simple.xlsx")).slice(0, 2)).toEqual([
      expect.arrayContaining([1]),
      expect.arrayContaining([2]),
    ]);
    expect(await read("sheetjs-merge_cells.xlsx")).toEqual([
      ["A1:B2", null, "C1:C2", "Separate blocks"],
      ["A3:B3", null, "C3"],
      ["… are merged separately"],
    ]);
    expect(await read("sheetjs-sushi.xlsx")).toEqual([["🍣"]]);
    expect(await read("sheetjs-text_and_numbers.xlsx")).toEqual([
      ["English", "Hello", "World"],
      ["Hebrew", "שלום", "עולם"],
      [1337, 13.37, 1337],
    ]);
  });
});
