import { outside } from "~/kit/data/access/outside";
import type { Viewer } from "~/kit/data/access/viewer";
import type { SheetCell } from "~/kit/page/sheets/sheet";
import type { SheetColumn } from "./column";
import { asText, writeCell } from "./read-cell";
import { findCodes } from "./references.server";
import type { Values } from "./sheet";

/** Rows as cells of the columns, keys of other records as their codes; those that the viewer does not reach as outside. */
export async function writeRowCells(
  viewer: Viewer,
  columns: readonly SheetColumn[],
  rows: readonly Values[],
): Promise<SheetCell[][]> {
  const codes = new Map<string, Map<string, string>>();
  for (const { name, reference } of columns) {
    const keys = rows.flatMap((row) => (row[name] as string | null | undefined) ?? []);
    if (reference) codes.set(name, await findCodes(viewer, reference, keys));
  }
  return rows.map((row) =>
    columns.map((column) => {
      const given = row[column.name];
      if (!column.reference || given === null || given === undefined) return asText(writeCell(column, given));
      return asText(codes.get(column.name)!.get(String(given)) ?? outside);
    }),
  );
}
