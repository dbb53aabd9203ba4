import { recordUrl } from "~/kit/room/room";
import { type Column, defineTable } from "~/kit/page/tables/define-table";
import { resourceRoom } from "./room";
import { ResourceFilters, type ResourceRow } from "./schema";

/** The columns of the tree; the filters and sorting are those of the calls. */
export const resourceTable = defineTable<ResourceRow>()({
  columns: [
    { id: "title", header: "标题", width: 180, cell: (row) => <a href={recordUrl(resourceRoom, row)}>{row.title}</a> },
    { id: "type", header: "类型", width: 72, cell: (row) => resourceRoom.words.show("type", row.type) },
    { id: "resourceName", header: "资源标识", width: 190, sortable: true, aside: true },
    { id: "permissionCode", header: "权限码", width: 140 },
    { id: "path", header: "地址", width: 160, aside: true },
    { id: "roleCount", header: "角色", width: 48, align: "right" },
    {
      id: "enabled",
      header: "状态",
      width: 48,
      cell: (row) => (row.enabled ? "启用" : <span className="quiet">停用</span>),
    },
  ],
  filters: ResourceFilters,
  filterFields: [],
  sortBy: "resourceSort",
  rowKey: (row) => row.resourceId,
});

/** What may be done with a resource of the tree; the arrows belong to the form `order`. */
export function actionsColumn(may: { write: boolean; remove: boolean }): Column<ResourceRow> {
  return {
    id: "actions",
    header: "操作",
    width: 216,
    cell: (row) => (
      <>
        {may.write && (
          <button
            className="linklike"
            form="order"
            name="up"
            value={row.resourceId}
            aria-label={`上移 ${row.title}`}
            title="上移"
          >
            ↑
          </button>
        )}{" "}
        {may.write && (
          <button
            className="linklike"
            form="order"
            name="down"
            value={row.resourceId}
            aria-label={`下移 ${row.title}`}
            title="下移"
          >
            ↓
          </button>
        )}{" "}
        {may.write && row.type !== "link" && <a href={`${resourceRoom.url}/new?pid=${row.resourceId}`}>新增下级</a>}
        {may.write && <a href={`${recordUrl(resourceRoom, row)}/edit`}>编辑</a>}
        {may.write && <a href={`${recordUrl(resourceRoom, row)}/copy`}>复制</a>}
        {may.remove && <a href={`${recordUrl(resourceRoom, row)}/delete`}>删除</a>}
      </>
    ),
  };
}
