import type { ReactNode } from "react";
import type { z } from "zod";
import { outside, outsideInShort } from "~/kit/data/access/outside";
import { escapeHtml } from "~/kit/ground/escape-html";
import { cellOf } from "./columns";
import type { Column, Table } from "./define-table";
import { plainHtml } from "./plain-html";
import { saysState, stateMark } from "./state-mark";
import { look } from "./table-header";
import styles from "./table.module.css";

interface Drawn {
  zone?: string;
  tickForm?: string;
  editUnder?: string;
}

/** Not a component, and without React where no cell needs it: a page has hundreds of cells, which take longest. */
export function drawRows<Row, F extends z.ZodObject>(
  table: Table<Row, F>,
  rows: readonly Row[],
  columns: readonly Column<Row>[],
  { zone, tickForm, editUnder }: Drawn,
): ReactNode {
  const looks = columns.map((column) => ({ column, className: look(column), isState: showsState(column) }));
  return rows.map((row) => {
    const key = table.rowKey(row);
    const before = tickForm && tick(key, tickForm);
    const after = editUnder && act(`${editUnder}/${key}/edit`);
    const cells = looks.map((one) => lookOfCell(one, row, zone));
    const html = htmlOfRow(before, cells, after);
    return html === undefined ? (
      <tr key={key}>
        {before}
        {cells.map(({ shown, ...cell }, place) => (
          <td key={columns[place]!.id} {...cell}>
            {shown}
          </td>
        ))}
        {after}
      </tr>
    ) : (
      <tr key={key} dangerouslySetInnerHTML={{ __html: html }} />
    );
  });
}

const tick = (key: string, form: string) => (
  <td>
    <input type="checkbox" name="ids" form={form} aria-label="选择此行" value={key} />
  </td>
);

const act = (href: string) => (
  <td className={styles.act}>
    <a href={href}>编辑</a>
  </td>
);

interface CellLook {
  className?: string;
  title?: string;
  shown: ReactNode;
}

const showsState = ({ kind, header }: { kind?: string; header: string }) => kind === "state" || saysState(header);

/** A text that its column may cut short is its title as well. */
function lookOfCell<Row>(
  { column, className, isState }: { column: Column<Row>; className?: string; isState: boolean },
  row: Row,
  zone: string | undefined,
): CellLook {
  const value = cellOf(column, row, zone);
  const text = typeof value === "string" || typeof value === "number" ? String(value) : undefined;
  if (text === undefined) return { className, shown: value };
  const isCut = isLong(text, (column.width ?? 120) - 16);
  const shown = isCut && text === outside ? outsideInShort : isState ? stateMark(text) : text;
  return { className, title: isCut ? text : undefined, shown };
}

/** Undefined where a cell needs React. */
function htmlOfRow(before: ReactNode, cells: CellLook[], after: ReactNode): string | undefined {
  let html = plainHtml(before);
  for (const { className, title, shown } of cells) {
    const inner = plainHtml(shown);
    if (inner === undefined) return undefined;
    html += `<td${className ? ` class="${className}"` : ""}${title ? ` title="${escapeHtml(title)}"` : ""}>${inner}</td>`;
  }
  return html + plainHtml(after)!;
}

/** Whether a text takes more than so many pixels: about 13 a Chinese character, 7 any other. */
function isLong(text: string, pixels: number): boolean {
  if (13 * text.length <= pixels) return false;
  let width = 0;
  for (let at = 0; at < text.length; at++) width += isAscii(text.charCodeAt(at)) ? 7 : 13;
  return width > pixels;
}

const isAscii = (code: number) => code >= 0x20 && code <= 0x7e;
