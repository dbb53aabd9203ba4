import { Fragment } from "react";
import type { Column } from "~/kit/page/tables/define-table";

interface ActionRow {
  resourceId: string;
  title: string;
  type: string;
}

const moves = [
  { name: "up", label: "上移" },
  { name: "down", label: "下移" },
];

export function actionsColumn(url: string, may: { write: boolean; remove: boolean }): Column<ActionRow> {
  return {
    id: "actions",
    header: "操作",
    width: 276,
    cell: (row) => (
      <>
        {may.write &&
          moves.map(({ name, label }) => (
            <Fragment key={name}>
              <button
                className="linklike"
                form="order"
                name={name}
                value={row.resourceId}
                aria-label={`${label} ${row.title}`}
              >
                {label}
              </button>{" "}
            </Fragment>
          ))}
        {may.write && row.type !== "link" && <a href={`${url}/new?pid=${row.resourceId}`}>新增下级</a>}
        {may.write && <a href={`${url}/${row.resourceId}/edit`}>编辑</a>}
        {may.write && <a href={`${url}/${row.resourceId}/copy`}>复制</a>}
        {may.remove && <a href={`${url}/${row.resourceId}/delete`}>删除</a>}
      </>
    ),
  };
}
