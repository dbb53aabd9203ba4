import { readSheet, sheetsOf } from "~/kit/page/sheets/read-sheet.server";
import { SheetFileError, type SheetRow } from "~/kit/page/sheets/sheet";
import { withLocalFile } from "~/kit/data/files/files.server";
import { problem } from "~/kit/ground/problem";

export interface ReadTable {
  sheets: string[];
  sheet: string | undefined;
  rows: SheetRow[];
}

const mostRows = 20_000;

/** Reads a kept file; what is wrong with it is said at field `file`. */
export async function readKept(fileKey: string, fileName: string, sheet: string | undefined): Promise<ReadTable> {
  return withLocalFile(fileKey, (path) => readTable({ path, name: fileName }, sheet));
}

export async function readTable(
  file: { path: string; name: string },
  sheet?: string,
  signal?: AbortSignal,
): Promise<ReadTable> {
  const limits = { rows: mostRows, columns: 100, cells: 1_000_000, fileBytes: 20 * 2 ** 20 };
  try {
    const sheets = await sheetsOf(file, { limits, signal });
    const shown = sheets.filter(({ hidden }) => !hidden).map(({ name }) => name);
    const chosen = sheet !== undefined && shown.includes(sheet) ? sheet : shown[0];
    const rows: SheetRow[] = [];
    for await (const row of readSheet(file, { sheet: chosen, limits, signal })) rows.push(row);
    return { sheets: shown, sheet: chosen, rows };
  } catch (error) {
    if (error instanceof SheetFileError) throw problem.field("file", error.message);
    throw error;
  }
}
