import { z } from "zod";
import { fileColumns, type ListedFile } from "~/kit/page/import-flow/import-states";
import { defineTable } from "~/kit/page/tables/define-table";
import type { RoadView } from "./schema";
import { importUrl } from "./urls";

export type RoadRow = Omit<RoadView, "coordinates">;

export const roadTable = defineTable<RoadRow>()({
  columns: [
    { id: "roadName", header: "道路名称", cell: (row) => row.roadName || <span className="quiet">（无名）</span> },
    { id: "roadClassName", header: "等级", width: 130 },
    { id: "forward", header: "公交通行", width: 80, cell: (row) => (row.forward && row.backward ? "双向" : "单向") },
    { id: "length", header: "长度（米）", width: 100, align: "right", cell: (row) => row.length.toFixed(0) },
    { id: "maxSpeed", header: "限速（公里/时）", width: 130, align: "right", cell: (row) => row.maxSpeed || "" },
    { id: "edgeKey", header: "路段编号", width: 150 },
  ],
  filters: z.object({}),
  filterFields: [],
  sortBy: "edgeKey",
  rowKey: (row) => row.edgeKey,
});

export const importTable = defineTable<ListedFile>()({
  columns: [
    { id: "fileName", header: "文件", cell: (row) => <a href={importUrl(row)}>{row.fileName}</a> },
    ...fileColumns,
  ],
  filters: z.object({}),
  filterFields: [],
  sortBy: "created",
  rowKey: (row) => row.importId,
});
