import type { CSSProperties, ReactNode } from "react";
import type { z } from "zod";
import { outside, outsideInShort } from "~/kit/data/access/outside";
import { usePageContext } from "~/kit/page/islands/page-context";
import { cellOf, shownColumns } from "./columns";
import type { Column, Table } from "./define-table";
import { plainHtml } from "./plain-html";
import type { TableState } from "./state";
import { saysState, stateMark } from "./state-mark";
import { Header, look } from "./table-header";
import styles from "./table.module.css";

interface TableViewProps<Row, F extends z.ZodObject> {
  table: Table<Row, F>;
  state: TableState;
  rows: readonly Row[];
  chosen?: readonly string[] | null;
  /** What the rows are, for screen readers. */
  caption: string;
  /** Form to which ticked rows belong, named `ids`; without one there are no ticks. */
  tickForm?: string;
  /** The room's address, where a row may be edited at `<address>/<key>/edit`. */
  editUnder?: string;
  /** Of the page's own list, where its rows are led to past everything above them. */
  rowsId?: string;
  empty: ReactNode;
}

export function TableView<Row, F extends z.ZodObject>({
  table,
  state,
  rows,
  chosen = null,
  caption,
  tickForm,
  editUnder,
  rowsId,
  empty,
}: TableViewProps<Row, F>) {
  const columns = shownColumns(table.columns, chosen);
  const more = (tickForm ? 32 : 0) + (editUnder ? 48 : 0);
  const zone = usePageContext()?.timeZone;
  // As many as a narrow list shows: a cell over columns that are left out would press those that are there together.
  const span = columns.filter(({ aside }) => !aside).length + (tickForm ? 1 : 0) + (editUnder ? 1 : 0);
  return (
    <table className={styles.table} style={leastWidths(columns, more)}>
      <caption className="unseen">{caption}</caption>
      <colgroup>
        {tickForm && <col style={{ width: 32 }} />}
        {columns.map(({ id, width, aside }) => (
          <col key={id} style={width ? { width } : undefined} className={aside ? styles.aside : undefined} />
        ))}
        {editUnder && <col style={{ width: 48 }} />}
      </colgroup>
      <thead>
        <tr>
          {tickForm && (
            <th scope="col">
              <input type="checkbox" aria-label="选择本页全部" data-tick-all={tickForm} hidden />
              <span className="unseen">选择</span>
            </th>
          )}
          {columns.map((column) => (
            <Header key={column.id} table={table} state={state} column={column} />
          ))}
          {editUnder && (
            <th scope="col" className={styles.act}>
              操作
            </th>
          )}
        </tr>
      </thead>
      <tbody id={rowsId} tabIndex={rowsId ? -1 : undefined}>
        {rows.map((row) => {
          const key = table.rowKey(row);
          const cells = columns.map((column) => cell(column, row, zone));
          if (tickForm) cells.unshift(tick(key, tickForm));
          if (editUnder) cells.push(act(`${editUnder}/${key}/edit`));
          const html = plainHtml(cells);
          return html === undefined ? (
            <tr key={key}>{cells}</tr>
          ) : (
            <tr key={key} dangerouslySetInnerHTML={{ __html: html }} />
          );
        })}
        {rows.length === 0 && (
          <tr className={styles.empty}>
            <td colSpan={span}>{empty}</td>
          </tr>
        )}
      </tbody>
    </table>
  );
}

/** Columns without a width get at least 120 pixels; a list too narrow even without its aside columns scrolls. */
function leastWidths(columns: { width?: number; aside?: boolean }[], more: number) {
  const least = (some: { width?: number }[]) => `${some.reduce((sum, { width }) => sum + (width ?? 120), more)}px`;
  return { "--least": least(columns), "--least-narrow": least(columns.filter(({ aside }) => !aside)) } as CSSProperties;
}

const tick = (key: string, form: string) => (
  <td key="tick">
    <input type="checkbox" name="ids" form={form} aria-label="选择此行" value={key} />
  </td>
);

const act = (href: string) => (
  <td key="act" className={styles.act}>
    <a href={href}>编辑</a>
  </td>
);

/** Not a component: a page has hundreds of cells. A text that its column may cut short is its title as well. */
function cell<Row>(column: Column<Row>, row: Row, zone: string | undefined) {
  const value = cellOf(column, row, zone);
  const text = typeof value === "string" || typeof value === "number" ? String(value) : undefined;
  const isState = column.kind === "state" || saysState(column.header);
  const shown = text !== undefined && isState ? stateMark(text) : (text ?? (value as ReactNode));
  const isCut = text !== undefined && isLong(text, (column.width ?? 120) - 16);
  return (
    <td key={column.id} className={look(column)} title={isCut ? text : undefined}>
      {isCut && text === outside ? outsideInShort : shown}
    </td>
  );
}

/** Whether a text takes more than so many pixels: about 13 a Chinese character, 7 any other. */
function isLong(text: string, pixels: number): boolean {
  if (13 * text.length <= pixels) return false;
  let width = 0;
  for (let at = 0; at < text.length; at++) width += isAscii(text.charCodeAt(at)) ? 7 : 13;
  return width > pixels;
}

const isAscii = (code: number) => code >= 0x20 && code <= 0x7e;
