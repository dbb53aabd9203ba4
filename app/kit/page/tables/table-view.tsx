import type { CSSProperties, ReactNode } from "react";
import type { z } from "zod";
import { usePageContext } from "~/kit/page/islands/page-context";
import { shownColumns, cellOf } from "./columns";
import type { Table, Column } from "./define-table";
import type { TableState } from "./state";
import { Header, look } from "./table-header";
import styles from "./table.module.css";
import { outside, outsideInShort } from "~/kit/data/access/outside";
import { escapeHtml } from "~/kit/ground/escape-html";
import { plainHtml } from "./plain-html";
import { saysState, stateMark } from "./state-mark";

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
        {drawRows(table, rows, columns, { zone, tickForm, editUnder })}
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

interface RowDrawing {
  zone?: string;
  tickForm?: string;
  editUnder?: string;
}

/** Not a component, and without React where no cell needs it: a page has hundreds of cells, which take longest. */
function drawRows<Row, F extends z.ZodObject>(
  table: Table<Row, F>,
  rows: readonly Row[],
  columns: readonly Column<Row>[],
  { zone, tickForm, editUnder }: RowDrawing,
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
