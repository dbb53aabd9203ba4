import ExcelJS from "exceljs";
import { openPromise } from "yauzl";
import { png } from "../../../../tests/kit/picture";
import type { RowFault } from "./amend-sheet.server";
import { amendText } from "./amend-text.server";
import { amendWorkbook } from "./amend-workbook.server";
import type { SheetFile } from "./read-sheet.server";
import { type SheetRow, usualLimits } from "./sheet";
import { sampleFile } from "./sheet.sample";
import { textRows } from "./text-rows.server";
import { workbookRows } from "./workbook-rows.server";

/** Without a thread of its own, which takes longer to start than a small file to read. */
export async function rowsHere({ path }: SheetFile, sheet?: string): Promise<SheetRow[]> {
  const all: SheetRow[] = [];
  const text = /\.(csv|txt)$/.test(path);
  for await (const rows of text ? textRows(path, usualLimits) : workbookRows(path, sheet, usualLimits))
    all.push(...rows);
  return all;
}

export type Faults = Record<number, [columns: number[], text: string]>;

export async function amendedHere(
  file: SheetFile,
  errors: Faults,
  { headerRow = 1, sheet }: { headerRow?: number; sheet?: string } = {},
): Promise<SheetFile & { column: number }> {
  const [name, ending] = [file.name.replace(/\.\w+$/, ""), /\.\w+$/.exec(file.name)![0]];
  const copy = sampleFile(`${name}-copy${ending}`, "");
  const amend = ending === ".xlsx" ? amendWorkbook : amendText;
  const given = { sheet, headerRow, header: "导入结果", errors: errorsOf(errors) };
  return { ...copy, column: await amend(file.path, given, copy.path, usualLimits) };
}

export function errorsOf(faults: Faults): Map<number, RowFault> {
  return new Map(Object.entries(faults).map(([row, [columns, text]]) => [Number(row), { columns, text }]));
}

export async function partsOf({ path }: { path: string }): Promise<Map<string, Buffer>> {
  const zip = await openPromise(path, { autoClose: false });
  const parts = new Map<string, Buffer>();
  for await (const entry of zip.eachEntry()) {
    const pieces: Buffer[] = [];
    for await (const piece of (await zip.openReadStreamPromise(entry)) as AsyncIterable<Buffer>) pieces.push(piece);
    parts.set(entry.fileName, Buffer.concat(pieces));
  }
  zip.close();
  return parts;
}

/** The parts that differ between two archives, or are in only one of them. */
export async function changedParts(one: SheetFile, other: SheetFile): Promise<string[]> {
  const [before, after] = [await partsOf(one), await partsOf(other)];
  return [...new Set([...before.keys(), ...after.keys()])]
    .filter((name) => !before.get(name)?.equals(after.get(name) ?? Buffer.from("none")))
    .sort();
}

export async function richBook(): Promise<SheetFile> {
  const book = new ExcelJS.Workbook();
  const sheet = book.addWorksheet("站点", { views: [{ state: "frozen", ySplit: 2 }] });
  sheet.columns = [{ width: 12 }, { width: 30 }, { width: 9, hidden: true }, { width: 15 }, { width: 8 }];
  sheet.addRow(["站点一览"]);
  sheet.mergeCells("A1:E1");
  sheet.addRow(["编号", "站名", "备注", "日期", "数"]).font = { bold: true, name: "宋体" };
  for (let at = 3; at <= 40; at++)
    sheet.addRow([`00${at}`, `人民广场${at}`, at % 2 ? null : "长".repeat(at), new Date("2026-03-01"), at / 4]);
  sheet.getCell("B5").fill = { type: "pattern", pattern: "solid", fgColor: { argb: "FFFFFF00" } };
  sheet.getCell("B6").border = { top: { style: "thick" } };
  sheet.getCell("B7").alignment = { wrapText: true, horizontal: "right" };
  sheet.getCell("E8").numFmt = "0.00%";
  sheet.getCell("E9").value = { formula: "SUM(E3:E8)", result: 8.25 };
  sheet.fillFormula("E10:E14", "E3*2", [1, 2, 3, 4, 5]);
  sheet.getCell("B15").value = { text: "网站", hyperlink: "https://example.com" };
  sheet.getCell("B16").value = { richText: [{ text: "富" }, { font: { bold: true }, text: "文本" }] };
  sheet.getCell("B17").note = "批注";
  sheet.getRow(20).hidden = true;
  sheet.getRow(21).height = 40;
  sheet.getCell("A3").dataValidation = { type: "list", allowBlank: true, formulae: ['"甲,乙>丙"'] };
  sheet.addConditionalFormatting({
    ref: "E3:E40",
    rules: [
      { type: "cellIs", operator: "greaterThan", formulae: ["5"], priority: 1, style: { font: { italic: true } } },
    ],
  });
  sheet.autoFilter = "A2:E2";
  sheet.addImage(book.addImage({ buffer: png(40, 40) as unknown as ExcelJS.Buffer, extension: "png" }), "G2:H6");
  await sheet.protect("密码", { formatCells: true });
  const other = book.addWorksheet("汇总");
  other.getCell("A1").value = { formula: "SUM(站点!E3:E40)", result: 1 };
  other.addTable({
    name: "表一",
    ref: "C3",
    headerRow: true,
    columns: [{ name: "甲" }, { name: "乙" }],
    rows: [[1, 2]],
  });
  book.addWorksheet("列表", { state: "hidden" }).addRow(["是", "否"]);
  book.definedNames.add("列表!$A$1:$B$1", "选项");
  return sampleFile("rich.xlsx", Buffer.from(await book.xlsx.writeBuffer()));
}
