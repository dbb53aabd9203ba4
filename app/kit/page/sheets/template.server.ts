import type { SheetCell } from "./sheet";
import { exampleCells, shownCell, shownHeader, type SheetTemplate, type TemplateColumn, exampleMark } from "./template";
import { listsName, listsOf, listsSheet, validationsOf } from "./template-lists";
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

const rulesName = "填写说明";

function rulesSheet({ columns, rules }: SheetTemplate, hasExample: boolean): BookSheet {
  const general = [
    "名称带 * 的列必填。",
    ...(hasExample ? [`以“${exampleMark}”开头的行是示例，导入时不读，可以保留。`] : []),
    ...rules,
  ];
  return {
    name: rulesName,
    columns: widths.map((width) => ({ width, style: styles.wrapped })),
    rows: [
      { cells: ["列", "是否必填", "填什么", "说明"], styles: Array<number>(4).fill(styles.header) },
      ...columns.map((column) => ({
        cells: [shownHeader(column), need(column), accepted(column), column.remark],
        lines: Math.max(linesOf(accepted(column), widths[2]), linesOf(column.remark, widths[3])),
      })),
      { cells: [] },
      { cells: ["规则"], styles: [styles.header] },
      ...general.map((rule, at) => ({ cells: [`${at + 1}. ${rule}`], styles: [styles.plain] })),
    ],
  };
}

const remarkOf = (column: TemplateColumn) =>
  [`${need(column)}：${accepted(column)}`, column.remark].filter(Boolean).join("\n");

const widths = [18, 10, 40, 60] as const;

const linesOf = (text: string, width: number) =>
  text.split("\n").reduce((sum, line) => sum + Math.max(1, Math.ceil((2 * line.length) / width)), 0);

const need = ({ required }: TemplateColumn) => (required ? "必填" : "选填");

function accepted({ kind, header, choices = [] }: TemplateColumn): string {
  switch (kind) {
    case "text":
      return "文字";
    case "number":
      return "数字";
    case "date":
      return "日期，如 2026-03-01";
    case "check":
      return "是 或 否";
    case "choice":
      if (choices.length === 0) return "选项（目前没有可选的）";
      return choices.length <= 8
        ? `从下拉列表中选：${choices.join("、")}`
        : `从下拉列表中选，共 ${choices.length} 项，见“${listsName}”表的“${header}”列`;
  }
}
