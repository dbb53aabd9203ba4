import { sizeText } from "~/kit/data/files/size-text";
import { defineTable } from "~/kit/page/tables/define-table";
import { FileFilters, fileKinds, type FileRow } from "./schema";
import { multiFileUrl } from "./urls";

export const multiTable = defineTable<FileRow>()({
  columns: [
    {
      id: "fileName",
      header: "文件",
      sortable: true,
      always: true,
      cell: (file) => <a href={multiFileUrl(file)}>{file.fileName}</a>,
      csv: ({ fileName }) => fileName,
    },
    { id: "kind", header: "类型", width: 100, sortable: true, cell: ({ kindName }) => kindName },
    { id: "fileNo", header: "编号", width: 130, sortable: true },
    { id: "fileVersion", header: "版本", width: 90 },
    { id: "catalogName", header: "目录", width: 130 },
    { id: "modelNum", header: "设备型号", width: 110, aside: true },
    {
      id: "sizeBytes",
      header: "大小",
      width: 90,
      align: "right",
      sortable: true,
      cell: ({ sizeBytes }) => sizeText(sizeBytes),
    },
    { id: "orgName", header: "所属机构", width: 120, aside: true },
    { id: "createdAt", header: "上传时间", width: 140, kind: "time", sortable: true },
  ],
  filters: FileFilters,
  filterFields: [
    { name: "keyword", label: "文件", placeholder: "名称、编号或拼音", width: 160 },
    {
      name: "kind",
      label: "类型",
      kind: "choice",
      choices: fileKinds.map(({ value, label }) => ({ value: String(value), label })),
    },
    { name: "catalogUuid", label: "目录", kind: "choice" },
    { name: "orgId", label: "机构", kind: "choice" },
  ],
  sortBy: "-createdAt",
  rowKey: ({ multiUuid }) => multiUuid,
});
