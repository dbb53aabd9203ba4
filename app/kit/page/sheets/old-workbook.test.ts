import { utils, write } from "@e965/xlsx";
import { describe, expect, it } from "vitest";
import { readSheet, sheetsOf } from "./read-sheet.server";
import type { SheetRow } from "./sheet";
import { sampleFile } from "./sheet.sample";

async function rowsOf(name: string, content: Buffer, sheet?: string): Promise<SheetRow[]> {
  const rows: SheetRow[] = [];
  for await (const row of readSheet(sampleFile(name, content), { sheet })) rows.push(row);
  return rows;
}

function oldBook(from1904 = false): Buffer {
  const sheet = utils.aoa_to_sheet([
    ["工号", "姓名", "机构", "入职", "首班", "里程"],
    [123, "甲", "一车队", 45306, 0.25, 12.5],
    [124, "乙", null, 45307, 25 / 24, 7],
    ["X1", "丙"],
  ]);
  for (const at of ["A2", "A3"]) sheet[at].z = "000000";
  for (const at of ["D2", "D3"]) sheet[at].z = "yyyy/m/d";
  sheet.E2.z = "h:mm";
  sheet.E3.z = "[h]:mm";
  sheet["!merges"] = [{ s: { r: 1, c: 2 }, e: { r: 2, c: 2 } }];
  const book = utils.book_new();
  utils.book_append_sheet(book, utils.aoa_to_sheet([["编码"]]), "字典");
  utils.book_append_sheet(book, sheet, "一车队");
  book.Workbook = { Sheets: [{ Hidden: 1 }, { Hidden: 0 }], WBProps: { date1904: from1904 } };
  return write(book, { type: "buffer", bookType: "biff8" }) as Buffer;
}

describe("an old workbook", () => {
  it("is read as a new one is: what Excel shows, merged cells, hidden sheets", async () => {
    const content = oldBook();
    expect(await sheetsOf(sampleFile("旧.xls", content))).toEqual([
      { name: "字典", hidden: true, filled: true },
      { name: "一车队", hidden: false },
    ]);
    expect(await rowsOf("旧.xls", content)).toEqual([
      { row: 1, cells: ["工号", "姓名", "机构", "入职", "首班", "里程"] },
      {
        row: 2,
        cells: [123, "甲", "一车队", new Date("2024-01-15"), new Date("1899-12-30T06:00:00Z"), 12.5],
        shown: { 0: "000123" },
      },
      {
        row: 3,
        cells: [124, "乙", "一车队", new Date("2024-01-16"), new Date("1899-12-31T01:00:00Z"), 7],
        shown: { 0: "000124" },
        merged: [2],
      },
      { row: 4, cells: ["X1", "丙"] },
    ]);
    await expect(rowsOf("旧.xls", content, "没有")).rejects.toMatchObject({ fault: "no-such-sheet" });
  });

  it("that counts its days from 1904 has the same times", async () => {
    const [, first] = await rowsOf("旧.xls", oldBook(true));
    expect(first!.cells[4]).toEqual(new Date("1899-12-30T06:00:00Z"));
  });

  it("that is broken says so", async () => {
    const content = oldBook();
    content.fill(7, 600, content.length - 600);
    await expect(rowsOf("坏.xls", content)).rejects.toMatchObject({ name: "SheetFileError" });
  });
});
