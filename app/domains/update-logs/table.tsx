import { recordUrl } from "~/kit/room/room";
import { defineTable } from "~/kit/page/tables/define-table";
import { updateLogRoom } from "./room";
import { UpdateLogFilters, type UpdateLogRow } from "./schema";

export const updateLogTable = defineTable<UpdateLogRow>()({
  columns: [
    {
      id: "logVersion",
      header: "版本号",
      width: 140,
      sortable: true,
      cell: (log) => <a href={recordUrl(updateLogRoom, log)}>{log.logVersion}</a>,
      csv: (log) => log.logVersion,
    },
    { id: "logDate", header: "日期", width: 110, sortable: true },
    { id: "title", header: "标题", width: 300, sortable: true },
    { id: "body", header: "内容", cell: (log) => log.body.replace(/\s+/g, " ").slice(0, 200), csv: (log) => log.body },
    { id: "updatedAt", header: "更新时间", width: 130, kind: "time", sortable: true, aside: true },
  ],
  filters: UpdateLogFilters,
  filterFields: [
    { name: "keyword", label: "更新日志", placeholder: "版本号、标题或内容", width: 180 },
    { name: "from", label: "日期从", kind: "date" },
    { name: "to", label: "到", kind: "date" },
  ],
  sortBy: "-logDate",
  rowKey: (log) => log.logId,
});
