import { readSheet, type SheetFile, sheetsOf } from "~/kit/page/sheets/read-sheet.server";
import { SheetFileError, type SheetRow } from "~/kit/page/sheets/sheet";
import { withLocalFile } from "~/kit/data/files/files.server";
import { problem } from "~/kit/ground/problem";

export interface ReadTable {
  sheets: string[];
  sheet: string | undefined;
  rows: SheetRow[];
}

const limits = { rows: 20_000, columns: 100, cells: 1_000_000, fileBytes: 20 * 2 ** 20 };

/** Reads a kept file; what is wrong with it is said at field `file`. */
export async function readKept(fileKey: string, fileName: string, sheet: string | undefined): Promise<ReadTable> {
  return withLocalFile(fileKey, (path) => readTable({ path, name: fileName }, sheet));
}

export async function readTable(file: SheetFile, sheet?: string, signal?: AbortSignal): Promise<ReadTable> {
  try {
    return await readShown(file, { sheet, limits, signal });
  } catch (error) {
    if (error instanceof SheetFileError) throw problem.field("file", error.message);
    throw error;
  }
}

/** The sheets that are not hidden, and the rows of one: the one asked for, else the first; `most`: no more of them than that. */
export async function readShown(
  file: SheetFile,
  { sheet, most = Infinity, ...how }: { sheet?: string; most?: number } & Parameters<typeof sheetsOf>[1],
): Promise<ReadTable> {
  const sheets = (await sheetsOf(file, how)).flatMap(({ name, hidden }) => (hidden ? [] : name));
  const chosen = sheet !== undefined && sheets.includes(sheet) ? sheet : sheets[0];
  const rows: SheetRow[] = [];
  for await (const row of readSheet(file, { ...how, sheet: chosen })) if (rows.push(row) >= most) break;
  return { sheets, sheet: chosen, rows };
}
