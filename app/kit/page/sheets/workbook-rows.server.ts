import { RowReader } from "./row-reader";
import { readMerges } from "./merged-cells.server";
import { SheetFileError, type SheetLimits, type SheetRow } from "./sheet";
import { readSharedStrings } from "./shared-strings.server";
import { chosenSheet, readFormats, readWorkbook, type SheetName } from "./workbook.server";
import { type PartReader, Parts } from "./zip-part.server";

/** The sheets of a workbook, in their order. */
export async function workbookSheets(file: string, limits: SheetLimits): Promise<SheetName[]> {
  const parts = await Parts.open(file, limits);
  try {
    const { sheets } = await readWorkbook(parts, limits);
    const names: SheetName[] = [];
    for (const { name, hidden, part } of sheets)
      names.push(hidden ? { name, hidden, filled: await isFilled(parts, part) } : { name, hidden });
    return names;
  } finally {
    parts.close();
  }
}

/** Whether a sheet holds anything; one that is too large to tell does. */
async function isFilled(parts: Parts, part: string): Promise<boolean> {
  let inValue = false;
  let found = false;
  const reader: PartReader = {
    open: (name) => (inValue = name === "v" || name === "t"),
    text: (text) => (found ||= inValue && text !== ""),
    close: () => (inValue = false),
  };
  try {
    for await (const _ of parts.read(part, reader)) if (found) return true;
    return found;
  } catch (error) {
    if (error instanceof SheetFileError && error.fault === "too-big") return true;
    throw error;
  }
}

/** The rows of one sheet that hold something, a few at a time; by default of the first sheet that is not hidden. */
export async function* workbookRows(
  file: string,
  sheet: string | undefined,
  limits: SheetLimits,
): AsyncGenerator<SheetRow[]> {
  const parts = await Parts.open(file, limits);
  try {
    const book = await readWorkbook(parts, limits);
    const chosen = chosenSheet(book, sheet);
    const formats = await readFormats(parts, book.stylesPart);
    const strings: string[] = [];
    await readSharedStrings(parts, book.stringsPart, limits, (text) => strings.push(text));
    const merges = await readMerges(parts, chosen.part);
    const reader = new RowReader({ limits, strings, formats, from1904: book.from1904, merges });
    for await (const _ of parts.read(chosen.part, reader)) if (reader.rows.length > 0) yield reader.taken();
    if (reader.rows.length > 0) yield reader.taken();
  } finally {
    parts.close();
  }
}
