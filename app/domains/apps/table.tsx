import { recordUrl } from "~/kit/room/room";
import { defineTable } from "~/kit/page/tables/define-table";
import { appRoom } from "./room";
import { AppFilters, type AppRow } from "./schema";

export const appTable = defineTable<AppRow>()({
  columns: [
    {
      id: "appName",
      header: "应用名称",
      sortable: true,
      cell: (app) => <a href={recordUrl(appRoom, app)}>{app.appName}</a>,
      csv: (app) => app.appName,
    },
    { id: "appCode", header: "应用编码", width: 110, sortable: true },
    { id: "englishShortName", header: "英文简称", width: 110, sortable: true },
    { id: "address", header: "地址", width: 230 },
    { id: "enabled", header: "状态", width: 60, cell: (app) => (app.enabled ? "启用" : "停用") },
    { id: "resourceCount", header: "资源", width: 60, align: "right" },
    { id: "sort", header: "排序", width: 70, align: "right", sortable: true, aside: true },
    { id: "updatedAt", header: "更新时间", width: 130, kind: "time", sortable: true, aside: true },
  ],
  filters: AppFilters,
  filterFields: [
    { name: "keyword", label: "应用", placeholder: "名称、编码或英文简称", width: 180 },
    {
      name: "enabled",
      label: "状态",
      kind: "choice",
      choices: [
        { value: "true", label: "启用" },
        { value: "false", label: "停用" },
      ],
    },
  ],
  sortBy: "sort",
  rowKey: (app) => app.appId,
});
