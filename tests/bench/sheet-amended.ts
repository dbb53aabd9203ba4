import { sheetRowLimits } from "~/kit/room/sheets/check-file.server";
import { execFile } from "node:child_process";
import { createWriteStream, existsSync, mkdtempSync, rmSync } from "node:fs";
import path from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { promisify } from "node:util";
import ExcelJS from "exceljs";
import { changedParts } from "~/kit/page/sheets/amend.sample";
import { readSheet } from "~/kit/page/sheets/read-sheet.server";
import { atLeast, atMost, type Figure, reported } from "./figure";
import { busHeaders } from "./sheet-buses";
import { download } from "./sheet-desk";
import type { Visitor } from "./visitor";

const office = ["/usr/bin/soffice", "/usr/local/bin/soffice", "/opt/libreoffice/program/soffice"].find(existsSync);

/** A person's own workbook with its errors, taken from the page into a folder. */
export async function takeAmended(person: Visitor, importId: string, to: string): Promise<string> {
  await pipeline(Readable.from(download(person, `/excel/import/${importId}/amended`)), createWriteStream(to));
  return to;
}

/** The large workbook back: its parts and how many of its rows say what is wrong. */
export async function* amendedFigures(
  person: Visitor,
  importId: string,
  { given, copy, wrong }: { given: string; copy: string; wrong: number },
): AsyncGenerator<Figure> {
  const began = performance.now();
  await takeAmended(person, importId, copy);
  yield reported("sheets: the person's own workbook back", (performance.now() - began) / 1000, "s");
  const [one, other] = [given, copy].map((file) => ({ path: file, name: path.basename(file) }));
  const others = (await changedParts(one!, other!)).filter(
    (part) => !/^xl\/(styles|worksheets\/sheet1)\.xml$/.test(part),
  );
  yield atMost("sheets: parts of it changed beside the sheet and the styles", others.length, 0);
  let said = 0;
  for await (const { row, cells } of readSheet(other!, { limits: sheetRowLimits }))
    if (row > 1 && cells[busHeaders.length]) said++;
  yield atLeast("sheets: its rows that say what is wrong, none beside them", said <= wrong ? said : -1, wrong);
}

/** A small workbook with all that people put in one, and its copy, as LibreOffice opens both. */
export async function* officeFigures(given: string, copy: string, folder: string): AsyncGenerator<Figure> {
  if (!office) return console.error("skipped, no LibreOffice: the person's own workbook opened by another program");
  const [before, after] = [await opened(given, folder), await opened(copy, folder)];
  // The usual style is not told where a cell has no other.
  const isSame = (one: string, other = "") =>
    one === other || (one.endsWith("{}]") && other.startsWith(one.slice(0, -"{}]".length)));
  const different = Object.keys(before).filter((place) => !isSame(before[place]!, after[place]));
  for (const place of different.slice(0, 5)) console.error(place, before[place], after[place]);
  yield reported("sheets: cells, widths and sheets compared in LibreOffice", Object.keys(before).length);
  yield atMost("sheets: of them changed in the person's own workbook", different.length, 0);
}

/** Everything that a spreadsheet shows, by place; of the first sheet only the columns that were given, without the fill that marks errors. */
async function opened(file: string, folder: string): Promise<Record<string, string>> {
  const to = mkdtempSync(path.join(folder, "office-"));
  const profile = `-env:UserInstallation=file://${to}/profile`;
  const words = ["--headless", profile, "--convert-to", "xlsx", "--outdir", to, file];
  await promisify(execFile)(office!, words, { timeout: 300_000 });
  const book = new ExcelJS.Workbook();
  await book.xlsx.readFile(path.join(to, path.basename(file)));
  rmSync(to, { recursive: true });
  const shown: Record<string, string> = {};
  for (const [at, sheet] of book.worksheets.entries()) {
    shown[sheet.name] = JSON.stringify([at, sheet.state]);
    const width = at === 0 ? busHeaders.length : 30;
    for (let column = 1; column <= width; column++)
      shown[`${sheet.name} ${column}`] = JSON.stringify([
        sheet.getColumn(column).width,
        sheet.getColumn(column).hidden,
      ]);
    sheet.eachRow((row) =>
      row.eachCell((cell, column) => {
        const { fill, ...style } = cell.style;
        const look = at === 0 ? { font: style.font, numFmt: style.numFmt, border: style.border } : { ...style, fill };
        if (column <= width)
          shown[`${sheet.name} ${cell.address}`] = JSON.stringify([cell.value, row.height, row.hidden, look]);
      }),
    );
  }
  return shown;
}

/** A workbook of some buses, some of them wrong, with formats, formulas and other sheets. */
export async function writeRichBuses(file: string, rows: Iterable<unknown[]>): Promise<void> {
  const book = new ExcelJS.Workbook();
  const sheet = book.addWorksheet("车辆", { views: [{ state: "frozen", ySplit: 1 }] });
  sheet.columns = busHeaders.map((_, at) => ({ width: 9 + at, hidden: at === 14 }));
  sheet.addRow([...busHeaders]).font = { bold: true, name: "宋体" };
  for (const cells of rows) {
    const row = sheet.addRow(cells);
    if (row.number % 7 === 0) row.font = { italic: true, color: { argb: "FF0000FF" } };
    if (row.number % 9 === 0) row.height = 30;
    if (row.number % 11 === 0) row.getCell(13).numFmt = "#,##0.00";
    if (row.number % 13 === 0)
      row.getCell(13).value = { formula: `K${row.number}*100`, result: Number(row.getCell(11).value) * 100 };
  }
  const sums = book.addWorksheet("汇总");
  sums.getCell("B2").value = { formula: "SUM(车辆!M2:M300)", result: 1 };
  sums.getCell("B2").fill = { type: "pattern", pattern: "solid", fgColor: { argb: "FFFFFF00" } };
  sums.getColumn(2).width = 33;
  book.addWorksheet("列表", { state: "hidden" }).addRow(["是", "否"]);
  await book.xlsx.writeFile(file);
}
