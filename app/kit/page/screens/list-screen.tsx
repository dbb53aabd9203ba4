import type { ReactNode } from "react";
import type { z } from "zod";
import type { Choice } from "~/kit/page/forms/field";
import type { Picks } from "~/kit/page/forms/picks";
import type { Table } from "~/kit/page/tables/define-table";
import { FilterBar } from "~/kit/page/tables/filter-bar";
import { hrefFor, isSorted, queryOf } from "~/kit/page/tables/hrefs";
import type { ListView } from "~/kit/page/tables/list-views.server";
import { Pager } from "~/kit/page/tables/pager";
import { countOf, type Total } from "~/kit/page/tables/pages";
import { readSort, type TableState } from "~/kit/page/tables/state";
import { shownColumns } from "~/kit/page/tables/columns";
import { LeftOut } from "~/kit/page/tables/left-out";
import { TableView } from "~/kit/page/tables/table-view";
import { EmptyState } from "./empty-state";
import { Heading } from "./heading";
import { Verb } from "./icon";
import { ColumnChoice, ExportChoice, SavedFilters } from "./list-tools";
import { rowsId, SkipToRows } from "./skip-to-rows";
import { tickForm, Ticked } from "./ticked";
import styles from "./list-screen.module.css";

/** What a room's list offers by itself; `change` and `remove` are those over ticked rows, `edit` the link in each row. */
export type Offer = "new" | "edit" | "recycle" | "export" | "change" | "remove";

interface ListScreenProps<Row, F extends z.ZodObject> {
  table: Table<Row, F>;
  state: TableState;
  rows: { value: readonly Row[] };
  total: Total;
  /** Whose list it is: offers, as far as the viewer may, the pages new, recycle, export and bulk under its address. */
  room?: { noun: string; url: string };
  may?: { write: boolean; remove: boolean };
  without?: readonly Offer[];
  view?: ListView;
  sheet?: { exportTo?: string; importTo?: string };
  /** Only where the handle's title is not the one to show. */
  title?: string;
  choices?: Record<string, readonly Choice[]>;
  picks?: Picks;
  actions?: ReactNode;
  /** More buttons for ticked rows; their `formAction` is got with the `ids`. */
  ticked?: ReactNode;
  children?: ReactNode;
  /** Said when nothing is there at all; a search without result has its own words. */
  emptyText?: string;
}

/** A whole list page: title and actions, filters, table, pager; the table scrolls, the rest stays in sight. */
export function ListScreen<Row, F extends z.ZodObject>(props: ListScreenProps<Row, F>) {
  const { table, state, rows, total, room, view, sheet, title, choices, picks, actions, children } = props;
  const offers = offered(props);
  const query = room && queryOf(table, state);
  const ticks = offers.has("change") || offers.has("remove");
  return (
    <div className={styles.screen}>
      <SkipToRows />
      <Heading title={title}>
        {actions}
        {view && <SavedFilters table={table} state={state} view={view} />}
        {view && <ColumnChoice table={table} state={state} view={view} />}
        {offers.has("export") && <ExportChoice url={room!.url} query={query ?? ""} sheet={sheet?.exportTo} />}
        {sheet?.importTo && (
          <a className="button" href={sheet.importTo}>
            <Verb words="导入" />
          </a>
        )}
        {offers.has("recycle") && (
          <a className="button" href={`${room!.url}/recycle`}>
            <Verb words="回收站" />
          </a>
        )}
        {offers.has("new") && (
          <a className="button primary" href={`${room!.url}/new`}>
            <Verb words="新增" />
          </a>
        )}
      </Heading>
      <FilterBar table={table} state={state} choices={choices} picks={picks} />
      {children}
      <div className={styles.scroller} data-short={total === rows.value.length || undefined} data-keep-scroll="table">
        <TableView
          table={table}
          state={state}
          rows={rows.value}
          chosen={view?.columns}
          rowsId={rowsId}
          caption={title ?? (room ? `${room.noun}列表` : "列表")}
          tickForm={ticks ? tickForm : undefined}
          editUnder={offers.has("edit") ? room!.url : undefined}
          empty={
            <Nothing
              {...props}
              addTo={offers.has("new") ? `${room!.url}/new` : undefined}
              importFrom={sheet?.importTo}
            />
          }
        />
        <LeftOut columns={shownColumns(table.columns, view?.columns ?? null)} />
      </div>
      <div className={styles.foot}>
        {ticks && countOf(total) > 0 && (
          <Ticked url={room!.url} change={offers.has("change")} remove={offers.has("remove")}>
            {props.ticked}
            <a href={`${room!.url}/bulk?${new URLSearchParams(`all=1&${query}`)}`}>
              对全部{typeof total === "number" ? ` ${total} 条` : "结果"}操作…
            </a>
          </Ticked>
        )}
        <Order table={table} state={state} />
        <Pager table={table} state={state} total={total} />
      </div>
    </div>
  );
}

function offered<Row, F extends z.ZodObject>({ room, may, without = [] }: ListScreenProps<Row, F>): Set<Offer> {
  const offers = new Set<Offer>(room ? ["export"] : []);
  if (room && may?.write) offers.add("new").add("edit").add("change");
  if (room && may?.remove) offers.add("recycle").add("remove");
  for (const one of without) offers.delete(one);
  return offers;
}

function Order<Row, F extends z.ZodObject>({ table, state }: { table: Table<Row, F>; state: TableState }) {
  if (!isSorted(table, state)) return null;
  const levels = state.sort.map(
    ({ id, desc }) => `${table.columns.find((column) => column.id === id)?.header ?? id}${desc ? "降序" : "升序"}`,
  );
  return (
    <span className={styles.order}>
      按{levels.join("、")}排列{" "}
      <a href={hrefFor(table, state, { sort: readSort(table.sortBy, null), page: 1 })}>清除排序</a>
    </span>
  );
}

function Nothing<Row, F extends z.ZodObject>({
  table,
  state,
  total,
  addTo,
  importFrom,
  emptyText,
}: ListScreenProps<Row, F> & { addTo?: string; importFrom?: string }) {
  if (countOf(total) > 0) {
    return (
      <EmptyState kind="unfound" actions={<a href={hrefFor(table, state, { page: 1 })}>回到第一页</a>}>
        这一页没有记录。
      </EmptyState>
    );
  }
  if (Object.keys(state.asked).length > 0) {
    return (
      <EmptyState kind="unfound" actions={<a href="?">清除全部条件</a>}>
        没有符合条件的记录。
      </EmptyState>
    );
  }
  return (
    <EmptyState
      kind="none"
      actions={
        (addTo || importFrom) && (
          <>
            {addTo && (
              <a className="button primary" href={addTo}>
                <Verb words="新增" />
              </a>
            )}
            {importFrom && (
              <a className="button" href={importFrom}>
                <Verb words="从表格导入" />
              </a>
            )}
          </>
        )
      }
    >
      {emptyText ?? "还没有记录。"}
    </EmptyState>
  );
}
