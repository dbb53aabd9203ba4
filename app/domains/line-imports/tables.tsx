import { z } from "zod";
import { type ListedFile, stateInWords } from "~/kit/page/import-flow/import-states";
import { defineTable } from "~/kit/page/tables/define-table";
import { type ImportKind, importKinds } from "./schema";
import { importUrl } from "./urls";

export interface ListedImport extends ListedFile {
  kind: ImportKind;
  lineName: string;
}

export const importTable = defineTable<ListedImport>()({
  columns: [
    { id: "fileName", header: "文件", cell: (row) => <a href={importUrl(row)}>{row.fileName}</a> },
    { id: "kind", header: "内容", width: 90, cell: (row) => importKinds[row.kind] },
    { id: "lineName", header: "线路", width: 180 },
    { id: "state", header: "状态", width: 120, cell: stateInWords },
    { id: "size", header: "大小", width: 80, align: "right" },
    { id: "createdByName", header: "上传人", width: 110 },
    { id: "created", header: "上传时间", width: 140 },
    { id: "error", header: "说明", cell: (row) => row.error ?? "" },
  ],
  filters: z.object({}),
  filterFields: [],
  sortBy: "created",
  rowKey: (row) => row.importId,
});
