import type { ReactNode } from "react";
import { z } from "zod";
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

/** The recycle bin's columns: read its state with `readState(recycleTable, url)`. */
export const recycleTable = defineTable<DeletedRow>()({
  columns: [
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
  children?: ReactNode;
}

/** The room's deleted records, each with a button that posts its `key` to bring it back. */
export function RecycleScreen({ state, rows, total, backTo, title, children }: RecycleScreenProps) {
  return (
    <ListScreen
      table={recycleTable}
      state={state}
      rows={{ value: rows }}
      total={total}
      title={title}
      emptyText="回收站是空的。"
      actions={
        <a className="button" href={backTo}>
          返回列表
        </a>
      }
    >
      {children}
    </ListScreen>
  );
}
