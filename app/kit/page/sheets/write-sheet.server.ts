import { PassThrough } from "node:stream";
import type { SheetCell } from "./sheet";

/** A workbook of one sheet as a stream; the first of its rows stays in sight. Texts stay texts, whatever they begin with. */
export async function sheetStream(
  name: string,
  rows: AsyncIterable<readonly SheetCell[]> | Iterable<readonly SheetCell[]>,
  widths: readonly number[] = [],
): Promise<PassThrough> {
  const { default: ExcelJS } = await import("exceljs");
  const stream = new PassThrough();
  const writer = new ExcelJS.stream.xlsx.WorkbookWriter({ stream, useSharedStrings: false, useStyles: true });
  const sheet = writer.addWorksheet(sheetName(name), { views: [{ state: "frozen", ySplit: 1 }] });
  if (widths.length > 0) sheet.columns = widths.map((width) => ({ width }));
  void (async () => {
    for await (const cells of rows) {
      const row = sheet.addRow([...cells]);
      cells.forEach((cell, at) => {
        if (cell instanceof Date) row.getCell(at + 1).numFmt = "yyyy-mm-dd";
      });
      row.commit();
      // The writer takes rows faster than a slow line carries them away.
      if (stream.readableLength > 2 ** 20) await new Promise((resolve) => setTimeout(resolve, 10));
    }
    await writer.commit();
  })().catch((error: unknown) => stream.destroy(error as Error));
  return stream;
}

/** Names of sheets have at most 31 characters and none of these. */
function sheetName(name: string): string {
  return name.replace(/[\\/?*[\]:]/g, " ").slice(0, 31) || "数据";
}
