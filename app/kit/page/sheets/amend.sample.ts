import ExcelJS from "exceljs";
import { openPromise } from "yauzl";
import { png } from "../../../../tests/picture";
import { amendSheet, type Amendment } from "./amend-sheet.server";
import { readSheet, type SheetFile } from "./read-sheet.server";
import type { SheetRow } from "./sheet";
import { sampleFile } from "./sheet.sample";

export async function rowsOf(file: SheetFile, options?: Parameters<typeof readSheet>[1]): Promise<SheetRow[]> {
  const rows: SheetRow[] = [];
  for await (const row of readSheet(file, options)) rows.push(row);
  return rows;
}

/** The amended copy of a file, beside nothing else. */
export async function amended(
  file: SheetFile,
  amendment: Omit<Amendment, "errors"> & { errors: Record<number, [columns: number[], text: string]> },
): Promise<SheetFile & { column: number }> {
  const copy = sampleFile(`${file.name.replace(/\.\w+$/, "")}-copy${/\.\w+$/.exec(file.name)![0]}`, "");
  const errors = new Map(
    Object.entries(amendment.errors).map(([row, [columns, text]]) => [Number(row), { columns, text }]),
  );
  return { ...copy, ...(await amendSheet(file, { ...amendment, errors }, copy.path)) };
}

/** The parts of an archive in their order, unpacked. */
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

/** A workbook with all that people put in one. */
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
    ...{ name: "表一", ref: "C3", headerRow: true, columns: [{ name: "甲" }, { name: "乙" }] },
    rows: [[1, 2]],
  });
  book.addWorksheet("列表", { state: "hidden" }).addRow(["是", "否"]);
  book.definedNames.add("列表!$A$1:$B$1", "选项");
  return sampleFile("rich.xlsx", Buffer.from(await book.xlsx.writeBuffer()));
}
