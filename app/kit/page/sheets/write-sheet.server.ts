import { Readable } from "node:stream";
import type { SheetCell } from "./sheet";
import { writeBook } from "./write-book.server";
import { sheetName } from "./write-sheet-name";
import { styles } from "./write-styles";

/** A workbook of one sheet as a stream; the first of its rows stays in sight. Texts stay texts, whatever they begin with. */
export async function sheetStream(
  name: string,
  rows: AsyncIterable<readonly SheetCell[]> | Iterable<readonly SheetCell[]>,
  widths: readonly number[] = [],
): Promise<Readable> {
  const sheet = {
    name: sheetName(name),
    columns: widths.map((width) => ({ width, style: styles.plain })),
    rows: (async function* () {
      for await (const cells of rows) yield { cells };
    })(),
  };
  return Readable.from(writeBook([sheet]), { objectMode: false });
}
