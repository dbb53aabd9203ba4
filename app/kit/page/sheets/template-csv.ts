import { createYielder } from "~/kit/ground/yield-regularly";
import { csvLine } from "~/kit/page/tables/csv";
import type { SheetCell } from "./sheet";
import { shownCell, shownHeader, type TemplateColumn, wordOf } from "./template";

/** Rows in their template's shape as a CSV file in UTF-8; what reads it gives each cell to unguardText. */
export async function* tableCsv({
  columns,
  rows,
}: {
  columns: readonly TemplateColumn[];
  rows: AsyncIterable<readonly SheetCell[]>;
}): AsyncGenerator<Uint8Array> {
  const letOthers = createYielder();
  let together = `\ufeff${csvLine(columns.map(shownHeader))}`;
  for await (const cells of rows) {
    together += csvLine(columns.map((column, at) => wordOf(shownCell(column, cells[at]))));
    await letOthers();
    if (together.length < 2 ** 16) continue;
    yield Buffer.from(together);
    together = "";
  }
  yield Buffer.from(together);
}
