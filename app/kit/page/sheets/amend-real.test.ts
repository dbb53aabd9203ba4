import { execFile } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import ExcelJS from "exceljs";
import { describe, expect, it } from "vitest";
import { realData } from "../../../../tests/kit/real-data";
import { amendedHere, changedParts, type Faults, richBook, rowsHere } from "./amend.sample";
import type { SheetFile } from "./read-sheet.server";

const folder = realData("xlsx", "workbooks of other programs, amended");
const office = ["/usr/bin/soffice", "/usr/local/bin/soffice", "/opt/libreoffice/program/soffice"].find(existsSync);
if (!office) process.stdout.write("skipped, no LibreOffice: amended workbooks opened by another program\n");

async function samples(): Promise<{ before: SheetFile; after: SheetFile & { column: number } }[]> {
  const real = folder
    ? readdirSync(folder)
        .filter((name) => name.endsWith(".xlsx"))
        .map((name) => ({ path: path.join(folder, name), name }))
    : [];
  const all = [];
  for (const before of [...real, await richBook()]) {
    const { headerRow, errors } = await faults(before);
    all.push({ before, after: await amendedHere(before, errors, { headerRow }) });
  }
  return all;
}

async function faults(file: SheetFile): Promise<{ headerRow: number; errors: Faults }> {
  const [header, ...rows] = await rowsHere(file);
  return {
    headerRow: header!.row,
    errors: Object.fromEntries(rows.map(({ row }) => [row, [[0, 1], `第 ${row} 行有误`]])),
  };
}

describe("workbooks of other programs", () => {
  it("come back with all parts but the sheet and the styles as they were, and all cells", async () => {
    for (const { before, after } of await samples()) {
      const changed = await changedParts(before, after);
      expect(changed.filter((part) => !/^xl\/(styles\.xml|worksheets\/sheet\d*\.xml)$/.test(part))).toEqual([]);
      expect(changed.length).toBeLessThanOrEqual(2);
      const { headerRow, errors } = await faults(before);
      const rows = await rowsHere(after);
      expect(rows.map(({ row, cells }) => [row, cells[after.column]])).toEqual([
        [headerRow, "导入结果"],
        ...Object.entries(errors).map(([row, [, text]]) => [Number(row), text]),
      ]);
      expect(rows.map(({ cells, ...row }) => ({ ...row, cells: trimmed(cells.slice(0, after.column)) }))).toEqual(
        await rowsHere(before),
      );
    }
  });

  it.skipIf(!office)(
    "are opened by another program with the same values, formats, widths and formulas",
    async () => {
      const work = mkdtempSync(path.join(tmpdir(), "office-"));
      const convert = (to: string, files: string[]) =>
        promisify(execFile)(office!, [
          "--headless",
          `-env:UserInstallation=file://${work}/profile`,
          "--convert-to",
          "xlsx",
          "--outdir",
          to,
          ...files,
        ]);
      const all = await samples();
      await convert(
        path.join(work, "before"),
        all.map(({ before }) => before.path),
      );
      await convert(
        path.join(work, "after"),
        all.map(({ after }) => after.path),
      );
      for (const { before, after } of all) {
        const [one, other] = [new ExcelJS.Workbook(), new ExcelJS.Workbook()];
        await one.xlsx.readFile(path.join(work, "before", path.basename(before.path)));
        await other.xlsx.readFile(path.join(work, "after", path.basename(after.path)));
        const { errors } = await faults(before);
        one.worksheets.forEach((sheet, at) =>
          compare(sheet, other.worksheets[at]!, at === 0 ? { column: after.column, rows: errors } : undefined),
        );
        expect(other.worksheets.map(({ name, state }) => [name, state])).toEqual(
          one.worksheets.map(({ name, state }) => [name, state]),
        );
      }
      rmSync(work, { recursive: true });
    },
    300_000,
  );
});

function compare(
  before: ExcelJS.Worksheet,
  after: ExcelJS.Worksheet,
  amendment: { column: number; rows: Record<number, unknown> } | undefined,
): void {
  // The usual style is not told where a cell has no other.
  const isUsual = (address: string) => Object.keys(before.getCell(address).style).length === 0;
  const cellsOf = (sheet: ExcelJS.Worksheet) => {
    const cells: Record<string, unknown> = {};
    sheet.eachRow((row, at) =>
      row.eachCell((cell, column) => {
        if (amendment && column > amendment.column) return;
        const { fill, ...style } = cell.style;
        const coloured = amendment && at in amendment.rows && column <= 2;
        const shown = coloured ? (isUsual(cell.address) ? {} : { style }) : { style, fill };
        cells[cell.address] = { value: cell.value, height: row.height, ...shown };
      }),
    );
    return cells;
  };
  expect(cellsOf(after)).toEqual(cellsOf(before));
  const widths = (sheet: ExcelJS.Worksheet) =>
    (sheet.columns ?? []).slice(0, amendment?.column).map(({ width, hidden }) => ({ width, hidden }));
  expect(widths(after)).toEqual(widths(before));
  if (amendment) expect(after.getColumn(amendment.column + 1).width).toBeGreaterThan(50);
}

function trimmed<T>(cells: T[]): T[] {
  while (cells.length > 0 && cells.at(-1) === null) cells.pop();
  return cells;
}
