import type { ReactNode } from "react";
import type { z } from "zod";
import { isAlways, shownColumns } from "~/kit/page/tables/columns";
import type { Table } from "~/kit/page/tables/define-table";
import { hrefFor, queryOf } from "~/kit/page/tables/hrefs";
import type { ListView } from "~/kit/page/tables/list-views.server";
import type { TableState } from "~/kit/page/tables/state";
import { Verb } from "./icon";
import styles from "./list-tools.module.css";

interface ToolProps<Row, F extends z.ZodObject> {
  table: Table<Row, F>;
  state: TableState;
  view: ListView;
}

export function ColumnChoice<Row, F extends z.ZodObject>({ table, state, view }: ToolProps<Row, F>) {
  const shown = new Set(shownColumns(table.columns, view.columns).map(({ id }) => id));
  return (
    <details className={styles.tool} name="list-tools" data-menu="">
      <summary className="button">
        <Verb words="显示列" />
      </summary>
      <KeptForm action="/list-columns" view={view} back={view.list + hrefFor(table, state)}>
        <fieldset className={styles.columns}>
          <legend>要显示的列</legend>
          {table.columns.map((column) => (
            <label key={column.id}>
              <input
                type="checkbox"
                name="columns"
                value={column.id}
                defaultChecked={shown.has(column.id)}
                disabled={isAlways(table.columns, column)}
              />
              {column.header}
            </label>
          ))}
        </fieldset>
        <p className={styles.buttons}>
          <button className="button primary" name="verb" value="choose">
            确定
          </button>
          {view.columns && (
            <button className="button" name="verb" value="reset">
              恢复默认
            </button>
          )}
        </p>
      </KeptForm>
    </details>
  );
}

export function ExportChoice({ url, query, sheet }: { url: string; query: string; sheet?: string }) {
  const to = (charset?: string) =>
    `${url}/export?${[query, charset && `charset=${charset}`].filter(Boolean).join("&")}`.replace(/\?$/, "");
  return (
    <details className={styles.tool} name="list-tools" data-menu="">
      <summary className="button">
        <Verb words="导出" />
      </summary>
      <ul className={`${styles.panel} ${styles.files}`}>
        {sheet && (
          <li>
            <a href={[sheet, query].filter(Boolean).join("&")}>导出 Excel</a>
            <span className="quiet">全部列，可以修改后再导入</span>
          </li>
        )}
        <li>
          <a href={to()}>导出 CSV</a>
          <span className="quiet">UTF-8，表格软件可直接打开</span>
        </li>
        <li>
          <a href={to("gbk")}>导出 CSV（GBK）</a>
          <span className="quiet">给只认 GBK 编码的旧系统</span>
        </li>
      </ul>
    </details>
  );
}

export function SavedFilters<Row, F extends z.ZodObject>({ table, state, view }: ToolProps<Row, F>) {
  const query = queryOf(table, state);
  const back = view.list + hrefFor(table, state);
  return (
    <details className={styles.tool} name="list-tools" data-menu="">
      <summary className="button">
        <Verb words={`常用筛选${view.filters.length > 0 ? ` ${view.filters.length}` : ""}`} />
      </summary>
      <div className={styles.panel}>
        {view.filters.length > 0 && (
          <ul className={styles.filters}>
            {view.filters.map((filter) => (
              <li key={filter.filterId}>
                <a href={`?${filter.query}`} title={filter.name} aria-current={filter.query === query || undefined}>
                  {filter.name}
                </a>
                <KeptForm action="/saved-filters" view={view} back={back} bare>
                  <input type="hidden" name="filterId" value={filter.filterId} />
                  <button className="linklike" name="verb" value="delete" aria-label={`删除筛选 ${filter.name}`}>
                    删除
                  </button>
                </KeptForm>
              </li>
            ))}
          </ul>
        )}
        {query ? (
          <KeptForm action="/saved-filters" view={view} back={back} bare>
            <input type="hidden" name="query" value={query} />
            <label>
              把当前条件和排序存为
              <input name="name" required maxLength={32} placeholder="例如：停运的枢纽站" autoComplete="off" />
            </label>
            <button className="button" name="verb" value="save">
              保存筛选
            </button>
          </KeptForm>
        ) : (
          <p className="quiet">先按条件查找或排序，再存为常用筛选。</p>
        )}
      </div>
    </details>
  );
}

interface KeptFormProps {
  action: string;
  view: ListView;
  back: string;
  bare?: boolean;
  children: ReactNode;
}

function KeptForm({ action, view, back, bare, children }: KeptFormProps) {
  return (
    <form method="post" action={action} className={bare ? undefined : styles.panel}>
      <input type="hidden" name="list" value={view.list} />
      <input type="hidden" name="back" value={back} />
      {children}
    </form>
  );
}
