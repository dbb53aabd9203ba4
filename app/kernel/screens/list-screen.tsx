import type { ReactNode } from "react";
import type { z } from "zod";
import type { Choice } from "~/kernel/forms/field";
import type { Table } from "~/kernel/tables/define-table";
import { FilterBar } from "~/kernel/tables/filter-bar";
import { hrefFor } from "~/kernel/tables/hrefs";
import { Pager } from "~/kernel/tables/pager";
import { countOf, type Total } from "~/kernel/tables/pages";
import type { TableState } from "~/kernel/tables/state";
import { TableView } from "~/kernel/tables/table-view";
import { Heading } from "./heading";
import styles from "./list-screen.module.css";

interface ListScreenProps<Row, F extends z.ZodObject> {
  table: Table<Row, F>;
  state: TableState;
  rows: readonly Row[];
  total: Total;
  /** Only where the handle's title is not the one to show. */
  title?: string;
  /** Where 新增 leads; absent when the viewer may not. */
  addTo?: string;
  addLabel?: string;
  /** Choices of filters that come from the database, by filter name. */
  choices?: Record<string, readonly Choice[]>;
  /** Buttons over ticked rows: one form, posting `ids` and `intent` to `action`. */
  bulk?: { action: string; intents: { intent: string; label: string; danger?: boolean }[] };
  /** More links beside 新增. */
  actions?: ReactNode;
  /** Between the filters and the table. */
  children?: ReactNode;
  /** Said when nothing is there at all; a search without result has its own words. */
  emptyText?: string;
}

/** A whole list page: title and actions, filters, table, pager; the table scrolls, the rest stays in sight. */
export function ListScreen<Row, F extends z.ZodObject>(props: ListScreenProps<Row, F>) {
  const { table, state, rows, total, title, addTo, addLabel = "新增", choices, bulk, actions, children } = props;
  const form = bulk && "ticked";
  return (
    <div className={styles.screen}>
      <Heading title={title}>
        {actions}
        {addTo && (
          <a className="button primary" href={addTo}>
            {addLabel}
          </a>
        )}
      </Heading>
      <FilterBar table={table} state={state} choices={choices} />
      {children}
      <div className={styles.scroller} data-keep-scroll="table">
        <TableView
          table={table}
          state={state}
          rows={rows}
          caption={title ?? "列表"}
          tickForm={form}
          empty={<Nothing {...props} />}
        />
      </div>
      <div className={styles.foot}>
        {bulk && (
          <form id={form} method="post" action={bulk.action} className={styles.bulk}>
            {bulk.intents.map(({ intent, label, danger }) => (
              <button key={intent} className={danger ? "button danger" : "button"} name="intent" value={intent}>
                {label}
              </button>
            ))}
          </form>
        )}
        <Pager table={table} state={state} total={total} />
      </div>
    </div>
  );
}

function Nothing<Row, F extends z.ZodObject>({ table, state, total, addTo, addLabel = "新增", emptyText }: ListScreenProps<Row, F>) {
  if (countOf(total) > 0) {
    return (
      <>
        这一页没有记录。<a href={hrefFor(table, state, { page: 1 })}>回到第一页</a>
      </>
    );
  }
  if (Object.keys(state.asked).length > 0) {
    return (
      <>
        没有符合条件的记录。<a href="?">清除全部条件</a>
      </>
    );
  }
  return (
    <>
      {emptyText ?? "还没有记录。"}
      {addTo && <a href={addTo}>{addLabel}</a>}
    </>
  );
}
