import type { CSSProperties, ReactNode } from "react";
import type { z } from "zod";
import { usePageContext } from "~/kit/page/islands/page-context";
import { shownColumns } from "./columns";
import type { Table } from "./define-table";
import type { TableState } from "./state";
import { Header } from "./table-header";
import { drawRows } from "./table-rows";
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
