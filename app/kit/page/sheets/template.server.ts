import type { SheetCell } from "./sheet";
import { exampleCells, shownCell, shownHeader, type SheetTemplate, type TemplateColumn } from "./template";
import { listsName, listsOf, listsSheet, validationsOf } from "./template-lists";
import { remarkOf, rulesName, rulesSheet } from "./template-rules";
import { type BookRow, type BookSheet, writeBook } from "./write-book.server";
import { sheetName } from "./write-sheet-name";
import { styles } from "./write-styles";

/** A workbook for people to fill in: the sheet with one example, the rules, and the lists of its drop-downs. */
export function templateStream(template: SheetTemplate): AsyncGenerator<Uint8Array> {
  const { columns } = template;
  const example = { cells: exampleCells(columns), styles: columns.map(exampleStyle) };
  return writeBook(sheetsOf(template, [headerRow(columns), example], true));
}

/** Rows in their template's shape and without its example, to be edited and imported again; dates are days in UTC, as readSheet gives them. */
export function tableStream(
  table: SheetTemplate & { rows: AsyncIterable<readonly SheetCell[]> },
): AsyncGenerator<Uint8Array> {
  const { columns, rows } = table;
  return writeBook(
    sheetsOf(
      table,
      (async function* () {
        yield headerRow(columns);
        for await (const cells of rows) yield { cells: columns.map((column, at) => shownCell(column, cells[at])) };
      })(),
      false,
    ),
  );
}

function sheetsOf(template: SheetTemplate, rows: BookSheet["rows"], hasExample: boolean): BookSheet[] {
  const { title, columns } = template;
  const filled = {
    name: sheetName(title, [rulesName, listsName]),
    columns: columns.map(({ width, kind }) => ({ width, style: columnStyle[kind] })),
    rows,
    validations: validationsOf(columns),
    remarks: columns.map(remarkOf),
  };
  const lists = listsOf(columns).length > 0 ? [listsSheet(columns)] : [];
  return [filled, rulesSheet(template, hasExample), ...lists];
}

const headerRow = (columns: readonly TemplateColumn[]): BookRow => ({
  cells: columns.map(shownHeader),
  styles: columns.map(({ required }) => (required ? styles.requiredHeader : styles.header)),
});

const columnStyle = {
  text: styles.text,
  choice: styles.text,
  check: styles.text,
  number: styles.plain,
  date: styles.date,
} as const satisfies Record<TemplateColumn["kind"], number>;

const exampleStyle = ({ kind }: TemplateColumn, at: number) =>
  kind === "number" && at > 0 ? styles.exampleNumber : kind === "date" ? styles.exampleDate : styles.exampleText;
