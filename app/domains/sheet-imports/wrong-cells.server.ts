import type { Viewer } from "~/kit/data/access/viewer";
import { columnName } from "~/kit/page/sheets/sheet";
import { wordOf } from "~/kit/page/sheets/template";
import type { SheetColumn } from "~/kit/room/sheets/column";
import type { SheetImport } from "~/kit/room/sheets/import-row";
import { offeredCodes } from "~/kit/room/sheets/references.server";
import type { SheetRowFacts } from "~/kit/room/sheets/sheet-rows.server";
import type { CorrectionRows, ShownFault } from "./preview";

export function textIn({ preview }: SheetImport, { cells }: SheetRowFacts, name: string): string {
  const at = preview!.match!.columns[name];
  return at === undefined ? "" : wordOf(cells?.[at] ?? null);
}

export function faultsOf(
  row: SheetImport,
  one: SheetRowFacts,
  columns: readonly SheetColumn[],
  all: readonly SheetColumn[],
): ShownFault[] {
  const byName = new Map<string, string[]>();
  for (const { name, message } of one.errors ?? []) byName.set(name, [...(byName.get(name) ?? []), message]);
  return [...byName].map(([name, messages]) => {
    const column = columns.find((each) => each.name === name);
    const header = (column ?? all.find((each) => each.name === name))?.header ?? "";
    return column ? faultAt(row, one, column, messages) : { name: "", header, letter: "", text: "", messages };
  });
}

export const othersOf = (row: SheetImport, one: SheetRowFacts, columns: readonly SheetColumn[]): ShownFault[] =>
  columns
    .filter(({ name }) => !one.errors?.some((error) => error.name === name))
    .map((column) => faultAt(row, one, column, []));

function faultAt(row: SheetImport, one: SheetRowFacts, column: SheetColumn, messages: string[]): ShownFault {
  const { name, header, offered, choices, kind } = column;
  const labels = kind === "check" ? ["是", "否"] : (offered ?? choices)?.map(({ label }) => label);
  return {
    name,
    header,
    messages,
    text: textIn(row, one, name),
    letter: columnName(row.preview!.match!.columns[name]!),
    ...(labels && { offered: labels.slice(0, 300) }),
  };
}

/** The wrong rows as a grid shows them, with what a column has to choose from. */
export async function correctionRows(
  viewer: Viewer,
  row: SheetImport,
  found: readonly SheetRowFacts[],
  columns: readonly SheetColumn[],
  named: readonly SheetColumn[],
  all: readonly SheetColumn[],
): Promise<CorrectionRows> {
  return {
    columns: await Promise.all(
      columns.map(async (column) => ({
        name: column.name,
        header: column.header,
        names: named.includes(column),
        letter: columnName(row.preview!.match!.columns[column.name]!),
        offered: await offeredFor(viewer, column),
      })),
    ),
    rows: found.map((one) => ({
      row: one.row,
      hidden: one.hidden,
      cells: columns.map(({ name }) => textIn(row, one, name)),
      faults: faultsOf(row, one, columns, all).map(({ name, header, messages }) => ({
        name,
        words: `${name ? "" : header && `${header}：`}${messages.join("；")}`,
      })),
    })),
  };
}

const mostOffered = 300;

/** Choices of which not all are offered would look like all. */
async function offeredFor(
  viewer: Viewer,
  { kind, offered, choices, reference }: SheetColumn,
): Promise<string[] | undefined> {
  if (kind === "check") return ["是", "否"];
  const labels = reference
    ? (await offeredCodes(viewer, reference, mostOffered + 1)).map(({ code, title }) =>
        code === title ? code : `${code} ${title}`,
      )
    : (offered ?? choices)?.map(({ label }) => label);
  return labels && labels.length <= mostOffered ? labels : undefined;
}
