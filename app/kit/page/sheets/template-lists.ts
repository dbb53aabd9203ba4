import { columnName } from "./sheet";
import type { TemplateColumn } from "./template";
import type { BookSheet } from "./write-book.server";
import { escapeText } from "./write-cells";
import { styles } from "./write-styles";

export const listsName = "选项";

export function listsOf(columns: readonly TemplateColumn[]): { header: string; items: readonly string[] }[] {
  const lists = new Map<readonly string[], string[]>();
  for (const { choices, header, kind } of columns) {
    if (kind !== "choice" || !choices?.length) continue;
    lists.set(choices, [...(lists.get(choices) ?? []), header]);
  }
  return [...lists].map(([items, headers]) => ({ header: headers.join("、"), items }));
}

/** The sheet that the drop-downs take their items from, so that lists may be long and items hold commas. */
export function listsSheet(columns: readonly TemplateColumn[]): BookSheet {
  const lists = listsOf(columns);
  return {
    name: listsName,
    columns: lists.map(() => ({ width: 24, style: styles.text })),
    rows: (function* () {
      yield { cells: lists.map(({ header }) => header), styles: lists.map(() => styles.header) };
      const longest = lists.reduce((most, { items }) => Math.max(most, items.length), 0);
      for (let at = 0; at < longest; at++) yield { cells: lists.map(({ items }) => items[at] ?? null) };
    })(),
  };
}

/** The last row that drop-downs reach to: other programs keep a rule for each cell, and a million of them takes them minutes. */
const lastOffered = 5000;

/** What a spreadsheet offers and asks back about in the columns below the header; nothing is kept from being typed or pasted. */
export function validationsOf(columns: readonly TemplateColumn[]): string[] {
  const lists = listsOf(columns);
  return columns.flatMap(({ kind, choices }, at) => {
    const place = `sqref="${columnName(at)}2:${columnName(at)}${lastOffered}"`;
    if (kind === "check") return validation("list", place, "请选“是”或“否”。", '"是,否"');
    if (kind === "number") return validation("decimal", place, "这一列填数字。", "-1E+300", "1E+300");
    if (kind === "date") return validation("date", place, "这一列填日期，如 2026-03-01。", "1", "2958465");
    const list = lists.findIndex(({ items }) => kind === "choice" && items === choices);
    if (list < 0) return [];
    const column = columnName(list);
    return validation(
      "list",
      place,
      `“${listsName}”表里没有这一项，导入时可能不认。`,
      `'${listsName}'!$${column}$2:$${column}$${choices!.length + 1}`,
    );
  });
}

function validation(type: string, place: string, error: string, ...formulas: string[]): string {
  return `<dataValidation type="${type}" errorStyle="warning" allowBlank="1" showErrorMessage="1" errorTitle="请检查" error="${error}" ${place}>${formulas
    .map((formula, at) => `<formula${at + 1}>${escapeText(formula)}</formula${at + 1}>`)
    .join("")}</dataValidation>`;
}
