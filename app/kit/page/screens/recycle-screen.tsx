import type { ReactNode } from "react";
import { z } from "zod";
import { OnceField } from "~/kit/page/forms/once";
import { defineTable } from "~/kit/page/tables/define-table";
import type { Total } from "~/kit/page/tables/pages";
import type { TableState } from "~/kit/page/tables/state";
import { ListScreen } from "./list-screen";

/** A deleted record; `deletedAt` is already in words. */
export interface DeletedRow {
  key: string;
  title: string;
  detail?: string;
  deletedAt: string;
  deletedBy: string;
}

const manyForm = "many";

/** The recycle bin's columns: read its state with `readState(recycleTable, url)`. */
export const recycleTable = defineTable<DeletedRow>()({
  columns: [
    {
      id: "tick",
      header: "勾选",
      width: 48,
      cell: (row) => (
        <>
          <input type="checkbox" name="keys" value={row.key} form={manyForm} aria-label={`选择 ${row.title}`} />
          <input type="hidden" name="shown" value={row.key} form={manyForm} />
        </>
      ),
    },
    { id: "title", header: "名称", width: 240 },
    { id: "detail", header: "说明" },
    { id: "deletedAt", header: "删除时间", width: 150, sortable: true },
    { id: "deletedBy", header: "删除人", width: 110 },
    {
      id: "restore",
      header: "操作",
      width: 70,
      cell: (row) => (
        <form method="post">
          <OnceField />
          <button className="linklike" name="key" value={row.key} aria-label={`恢复 ${row.title}`}>
            恢复
          </button>
        </form>
      ),
    },
  ],
  filters: z.object({ search: z.string().trim().max(64).optional() }),
  filterFields: [{ name: "search", label: "名称" }],
  sortBy: "-deletedAt",
  rowKey: (row) => row.key,
});

interface RecycleScreenProps {
  state: TableState;
  rows: DeletedRow[];
  total: Total;
  backTo: string;
  title?: string;
  mayPurge?: boolean;
  children?: ReactNode;
}

/** The room's deleted records, each with a button that posts its `key` to bring it back, and ticks that post `keys` of many. */
export function RecycleScreen({ state, rows, total, backTo, title, mayPurge, children }: RecycleScreenProps) {
  return (
    <ListScreen
      table={recycleTable}
      state={state}
      rows={{ value: rows }}
      total={total}
      title={title}
      emptyText="回收站是空的。"
      actions={
        <>
          {rows.length > 0 && (
            <form id={manyForm} method="post">
              <OnceField />
              <button className="button">恢复勾选的</button>{" "}
              <button className="button" name="all" value="1">
                恢复本页 {rows.length} 条
              </button>{" "}
              {mayPurge && (
                <button className="button" name="purge" value="1" formMethod="get">
                  彻底删除勾选的
                </button>
              )}
            </form>
          )}
          <a className="button" href={backTo}>
            返回列表
          </a>
        </>
      }
    >
      {children}
    </ListScreen>
  );
}

export interface RestoredWords {
  restored: number;
  left: { recordKey: string; message: string }[];
}

export function RestoredMany({ restored, left, rows }: RestoredWords & { rows: readonly DeletedRow[] }) {
  return (
    <div className="notice warn" role="alert">
      已恢复 {restored} 条，以下没有恢复：
      <ul>
        {left.map(({ recordKey, message }) => (
          <li key={recordKey}>
            {rows.find(({ key }) => key === recordKey)?.title}：{message}
          </li>
        ))}
      </ul>
    </div>
  );
}
