import { existsSync, readFileSync } from "node:fs";
import ExcelJS from "exceljs";
import { describe, expect, it } from "vitest";
import { amendSheet } from "./amend-sheet.server";
import { amendedHere, changedParts, errorsOf, type Faults, partsOf, richBook, rowsHere } from "./amend.sample";
import { bookFile, sampleFile, zipFile } from "./sheet.sample";

const styles =
  '<fonts count="1"><font><sz val="11"/><color theme="1"/><name val="宋体"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><cellXfs count="3"><xf/><xf numFmtId="14" applyNumberFormat="1"/><xf numFmtId="0" borderId="1"><alignment wrapText="1"/></xf></cellXfs>';
const words = (ref: string, style: number, text: string, p = "") =>
  `<${p}c r="${ref}" s="${style}" t="inlineStr"><${p}is><${p}t xml:space="preserve">${text}</${p}t></${p}is></${p}c>`;

async function sheetAfter(sheet: string, errors: Faults) {
  const file = await bookFile("shapes.xlsx", { sheet, styles });
  const copy = await amendedHere(file, errors);
  const parts = await partsOf(copy);
  return {
    copy,
    column: copy.column,
    changed: await changedParts(file, copy),
    sheet: /<worksheet[^>]*>(.*)<\/worksheet>/s.exec(parts.get("xl/worksheets/sheet1.xml")!.toString())![1]!,
    styles: /<styleSheet[^>]*>(.*)<\/styleSheet>/s.exec(parts.get("xl/styles.xml")!.toString())![1]!,
  };
}

describe("a person's own workbook comes back", () => {
  it("with one more column and coloured cells, and nothing else changed", async () => {
    const after = await sheetAfter(
      '<dimension ref="A1:B3"/><cols><col min="1" max="1" width="9"/><col min="2" max="9" width="20" style="1" hidden="1"/></cols>\n<sheetData>' +
        '<row r="1" spans="1:2" s="2" customFormat="1"><c r="A1" s="2" t="inlineStr"><is><t>站名</t></is></c><c r="B1" t="str"><v>日期</v></c></row>\n' +
        '<row r="2" spans="1:2"><c r="A2" s="2" t="inlineStr"><is><t>甲</t></is></c></row><!-- <row r="3"> -->' +
        "<row r='3'><c r='A3' s='1'><v>45306</v></c><c r='B3'><f t=\"shared\" ref=\"B3:B9\" si=\"0\">A3&gt;1</f><v>2</v></c><c r='F3' s='2'/></row>" +
        '</sheetData><sheetProtection sheet="1"/><autoFilter ref="A1:B3"/><mergeCells count="1"><mergeCell ref="A5:B6"/></mergeCells>' +
        '<controls><control><anchor><xdr:col>1</xdr:col><xdr:row r="2">1</xdr:row></anchor></control></controls>',
      { 2: [[0, 1], "请<填写>&日期"], 3: [[0, 1], "两处"] },
    );
    expect(after.column).toBe(2);
    expect(after.changed).toEqual(["xl/styles.xml", "xl/worksheets/sheet1.xml"]);
    expect(after.sheet).toBe(
      '<dimension ref="A1:C3"/><cols><col min="1" max="1" width="9"/><col min="2" max="2" width="20" style="1" hidden="1"/><col min="3" max="3" width="60" customWidth="1"/><col min="4" max="9" width="20" style="1" hidden="1"/></cols>\n<sheetData>' +
        `<row r="1" spans="1:3" s="2" customFormat="1"><c r="A1" s="2" t="inlineStr"><is><t>站名</t></is></c><c r="B1" t="str"><v>日期</v></c>${words("C1", 0, "导入结果")}</row>\n` +
        `<row r="2" spans="1:3"><c r="A2" s="3" t="inlineStr"><is><t>甲</t></is></c><c r="B2" s="4"/>${words("C2", 5, "请&lt;填写&gt;&amp;日期")}</row><!-- <row r="3"> -->` +
        `<row r='3'><c r='A3' s='4'><v>45306</v></c><c r='B3' s="6"><f t="shared" ref="B3:B9" si="0">A3&gt;1</f><v>2</v></c>${words("C3", 5, "两处")}<c r='F3' s='2'/></row>` +
        '</sheetData><sheetProtection sheet="1"/><autoFilter ref="A1:B3"/><mergeCells count="1"><mergeCell ref="A5:B6"/></mergeCells>' +
        '<controls><control><anchor><xdr:col>1</xdr:col><xdr:row r="2">1</xdr:row></anchor></control></controls>',
    );
    expect(after.styles).toBe(
      '<fonts count="2"><font><sz val="11"/><color theme="1"/><name val="宋体"/></font><font><sz val="11"/><color rgb="FFC00000"/><name val="宋体"/></font></fonts>' +
        '<fills count="3"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill><fill><patternFill patternType="solid"><fgColor rgb="FFFFC7CE"/><bgColor indexed="64"/></patternFill></fill></fills>' +
        '<cellXfs count="7"><xf/><xf numFmtId="14" applyNumberFormat="1"/><xf numFmtId="0" borderId="1"><alignment wrapText="1"/></xf>' +
        '<xf numFmtId="0" borderId="1" fillId="2" applyFill="1"><alignment wrapText="1"/></xf><xf numFmtId="14" applyNumberFormat="1" fillId="2" applyFill="1"/><xf fontId="1" applyFont="1"/><xf fillId="2" applyFill="1"/></cellXfs>',
    );
  });

  it.each([
    [
      "rows and cells without their places",
      "<sheetData><row><c><v>1</v></c></row><row/><row><c><v>2</v></c><c/></row></sheetData>",
      `<cols><col min="2" max="2" width="60" customWidth="1"/></cols><sheetData><row><c><v>1</v></c>${words("B1", 0, "导入结果")}</row><row/><row><c s="3"><v>2</v></c>${words("B3", 4, "错")}</row></sheetData>`,
    ],
    [
      "rows that are empty or missing",
      '<sheetData><row r="1"/><row r="2"><c r="A2"><v>1</v></c></row><row r="9"/></sheetData>',
      `<cols><col min="2" max="2" width="60" customWidth="1"/></cols><sheetData><row r="1">${words("B1", 0, "导入结果")}</row><row r="2"><c r="A2"><v>1</v></c></row><row r="3"><c r="A3" s="3"/>${words("B3", 4, "错")}</row><row r="9"/></sheetData>`,
    ],
    [
      "no rows",
      "<cols/><sheetData/>",
      `<cols><col min="1" max="1" width="60" customWidth="1"/></cols><sheetData><row r="1">${words("A1", 0, "导入结果")}</row><row r="3">${words("A3", 3, "错")}</row></sheetData>`,
    ],
    [
      "a prefix",
      '<x:sheetData><x:row r="3"><x:c r="A3" t="inlineStr"><x:is><x:t>甲</x:t></x:is></x:c></x:row></x:sheetData>',
      `<x:cols><x:col min="2" max="2" width="60" customWidth="1"/></x:cols><x:sheetData><x:row r="1">${words("B1", 0, "导入结果", "x:")}</x:row><x:row r="3"><x:c r="A3" t="inlineStr" s="3"><x:is><x:t>甲</x:t></x:is></x:c>${words("B3", 4, "错", "x:")}</x:row></x:sheetData>`,
    ],
    [
      "merged cells that reach farther than texts, and signs inside texts",
      '<sheetData><row r="3"><c r="A3" t="inlineStr"><is><t><![CDATA[</row><c r="Z9"/>]]></t></is></c></row></sheetData><mergeCells><mergeCell ref="A3:D3"/></mergeCells><dataValidations><dataValidation prompt="a>b" sqref="A1:XFD1048576"/></dataValidations>',
      `<cols><col min="5" max="5" width="60" customWidth="1"/></cols><sheetData><row r="1">${words("E1", 0, "导入结果")}</row><row r="3"><c r="A3" t="inlineStr" s="3"><is><t><![CDATA[</row><c r="Z9"/>]]></t></is></c>${words("E3", 4, "错")}</row></sheetData><mergeCells><mergeCell ref="A3:D3"/></mergeCells><dataValidations><dataValidation prompt="a>b" sqref="A1:XFD1048576"/></dataValidations>`,
    ],
  ])("with %s", async (_, before, after) => {
    expect((await sheetAfter(before, { 3: [[0], "错"] })).sheet).toBe(after);
  });

  it("without styles with those of its own", async () => {
    const at = await bookFile("plain.xlsx", {
      sheet: '<sheetData><row r="1"><c r="A1"><v>1</v></c></row></sheetData>',
    });
    const parts = await partsOf(at);
    parts.delete("xl/styles.xml");
    const relations = parts.get("xl/_rels/workbook.xml.rels")!.toString();
    const texts = [...parts].map(([name, bytes]): [string, string] => [name, bytes.toString()]);
    const file = await zipFile("plain.xlsx", {
      ...Object.fromEntries(texts),
      "xl/_rels/workbook.xml.rels": relations.replace(/<Relationship Id="s3"[^>]*>/, ""),
    });
    const copy = await amendedHere(file, { 2: [[0], "错"] });
    expect(await changedParts(file, copy)).toEqual([
      "[Content_Types].xml",
      "xl/_rels/workbook.xml.rels",
      "xl/styles.xml",
      "xl/worksheets/sheet1.xml",
    ]);
    const after = await partsOf(copy);
    expect(after.get("[Content_Types].xml")!.toString()).toMatch(
      /><Override PartName="\/xl\/styles.xml" ContentType="[^"]*styles\+xml"\/><\/Types>$/,
    );
    expect(after.get("xl/_rels/workbook.xml.rels")!.toString()).toMatch(
      /Type="[^"]*\/styles" Target="\/xl\/styles.xml"\/><\/Relationships>$/,
    );
    const book = new ExcelJS.Workbook();
    await book.xlsx.readFile(copy.path);
    expect(book.worksheets[0]!.getCell("A2").fill).toMatchObject({ fgColor: { argb: "FFFFC7CE" } });
    expect(book.worksheets[0]!.getCell("B2").font).toMatchObject({ color: { argb: "FFC00000" } });
  });

  it("a second time with the errors of that time and without the colours of the first", async () => {
    const rows =
      '<sheetData><row r="1"><c r="A1"><v>1</v></c><c r="B1"><v>2</v></c></row><row r="2"><c r="A2" s="2"><v>3</v></c></row><row r="3"><c r="A3" s="1"><v>4</v></c></row></sheetData>';
    const file = await bookFile("again.xlsx", { sheet: rows, styles });
    const first = await amendedHere(file, { 2: [[0], "第一次"], 3: [[0, 1], "也错"] });
    const second = await amendedHere(first, { 3: [[0], "第二次"] });
    expect(second.column).toBe(2);
    expect((await rowsHere(second)).map(({ cells }) => cells)).toEqual([
      [1, 2, "导入结果"],
      [3],
      [new Date("1900-01-04"), null, "第二次"],
    ]);
    const sheet = (await partsOf(second)).get("xl/worksheets/sheet1.xml")!.toString();
    expect(sheet).toContain('<row r="2"><c r="A2" s="2"><v>3</v></c></row>');
    expect(sheet).toMatch(/<c r="A3" s="5"><v>4<\/v><\/c><c r="B3" s="0"\/><c r="C3"/);
    expect(sheet.match(/<col /g)).toHaveLength(1);
  });

  it("a second time, stored by another program meanwhile", async () => {
    const red =
      '<fills><fill/><fill/><fill><patternFill><fgColor rgb="FFFFC7CE"/></patternFill></fill></fills><cellXfs><xf/><xf fillId="2" numFmtId="14" applyFill="1"/></cellXfs>';
    const file = await bookFile("stored.xlsx", {
      strings: "<si><t>站名</t></si><si><t>导入结果</t></si><si><t>请填写</t></si>",
      styles: red,
      sheet:
        '<sheetData><row r="1"><c r="A1" t="s"><v>1</v></c><c r="B1" t="s"><v>0</v></c></row><row r="2"><c r="A2" t="s"><v>2</v></c><c r="B2" s="1"><v>5</v></c></row></sheetData>',
    });
    const copy = await amendedHere(file, {});
    expect((await partsOf(copy)).get("xl/worksheets/sheet1.xml")!.toString()).toContain(
      '<row r="2"><c r="B2" s="2"><v>5</v></c></row>',
    );
    expect((await partsOf(copy)).get("xl/styles.xml")!.toString()).toContain(
      '<xf fillId="0" numFmtId="14" applyFill="1"/></cellXfs>',
    );
  });

  it("a column of that name with formulas stays", async () => {
    const after = await sheetAfter(
      `<sheetData><row r="1">${words("A1", 0, "导入结果")}</row><row r="2"><c r="A2"><f>1+1</f><v>2</v></c></row></sheetData>`,
      { 2: [[], "错"] },
    );
    expect(after.column).toBe(1);
    expect(after.sheet).toContain("<f>1+1</f>");
  });

  it("the texts are kept as they are written, within what a cell can hold", async () => {
    const text = `a_x000D_b\u0001c\r\nd ${"长".repeat(40_000)}`;
    const { copy } = await sheetAfter('<sheetData><row r="1"><c r="A1"><v>1</v></c></row></sheetData>', {
      2: [[], text],
    });
    const [, row] = await rowsHere(copy);
    expect(row!.cells[1]).toMatch(/^a_x000D_bc\nd 长+$/);
    expect(String(row!.cells[1]).length).toBeLessThanOrEqual(32_767);
  });
});

describe("what cannot be amended", () => {
  it("cut short anywhere is refused in words", async () => {
    const bytes = readFileSync((await richBook()).path);
    for (let length = 1024; length < bytes.length; length += 1024) {
      const file = sampleFile("cut.xlsx", bytes.subarray(0, length));
      const failure = await amendedHere(file, { 3: [[0], "错"] }).catch((error: unknown) => error);
      expect(failure).toMatchObject({ name: "SheetFileError", message: /已损坏/ });
    }
    expect.assertions(Math.floor((bytes.length - 1) / 1024));
  });

  it("a sheet that ends in its last column is refused, and entries that lie over one another", async () => {
    const last = await bookFile("last.xlsx", {
      sheet: '<sheetData><row r="1"><c r="XFD1"><v>1</v></c></row></sheetData>',
    });
    await expect(amendedHere(last, {})).rejects.toMatchObject({
      fault: "too-big",
      message: /^工作表的最后一列也有内容/,
    });
    const bytes = readFileSync((await richBook()).path);
    const directory = bytes.readUInt32LE(bytes.length - 6);
    const first = bytes.readUInt32LE(directory + 42);
    const name = bytes.readUInt16LE(directory + 28);
    // The first claims all bytes up to the directory.
    bytes.writeUInt32LE(directory - first - 30 - name, directory + 20);
    await expect(amendedHere(sampleFile("over.xlsx", bytes), {})).rejects.toMatchObject({ fault: "damaged" });
  });

  it("leaves no file when it takes too long or is stopped", async () => {
    const file = await richBook();
    const out = `${file.path}.out`;
    const amendment = { headerRow: 2, errors: errorsOf({ 3: [[0], "错"] }) };
    await expect(amendSheet(file, amendment, out, { limits: { milliseconds: 1 } })).rejects.toMatchObject({
      fault: "too-slow",
    });
    await expect(amendSheet(file, amendment, out, { signal: AbortSignal.timeout(60) })).rejects.toMatchObject({
      name: "TimeoutError",
    });
    expect(existsSync(out)).toBe(false);
    expect(await amendSheet(file, amendment, out)).toEqual({ column: 5 });
    expect(existsSync(out)).toBe(true);
  });
});
