import { exampleMark, shownHeader, type SheetTemplate, type TemplateColumn } from "./template";
import { listsName } from "./template-lists";
import type { BookSheet } from "./write-book.server";
import { styles } from "./write-styles";

export const rulesName = "填写说明";

export function rulesSheet({ columns, rules }: SheetTemplate, hasExample: boolean): BookSheet {
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

export const remarkOf = (column: TemplateColumn) =>
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
