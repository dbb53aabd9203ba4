import { defineTable } from "~/kit/page/tables/define-table";
import { FileFilters, type FileRow } from "./schema";
import { fileStates } from "./words";
import { fileUrl } from "./urls";

/** Lists of files differ by where a file leads. */
export const fileTableTo = (to: (row: FileRow) => string) =>
  defineTable<FileRow>()({
    columns: [
      {
        id: "lineName",
        header: "线路",
        sortable: true,
        always: true,
        cell: (row) => <a href={to(row)}>{`${row.lineName} ${row.classifyName}`}</a>,
        csv: (row) => `${row.lineName} ${row.classifyName}`,
      },
      { id: "fileVersion", header: "版本号", width: 96, sortable: true },
      {
        id: "state",
        header: "状态",
        width: 96,
        sortable: true,
        cell: (row) => row.stateName,
        csv: (row) => row.stateName,
      },
      { id: "versionName", header: "公共语音版本", width: 136 },
      { id: "nodeCount", header: "节点", width: 80, align: "right", sortable: true },
      { id: "generatedAt", header: "生成时间", width: 140, kind: "time", sortable: true },
      { id: "updatedAt", header: "更新时间", width: 140, kind: "time", sortable: true },
      { id: "createdAt", header: "新建时间", width: 140, kind: "time", sortable: true, hidden: true },
    ],
    filters: FileFilters,
    filterFields: [
      { name: "keyword", label: "线路", placeholder: "名称、编号、拼音或首字母", width: 190 },
      {
        name: "state",
        label: "状态",
        kind: "choice",
        choices: fileStates.map(({ value, label }) => ({ value: String(value), label })),
      },
    ],
    sortBy: "lineName,-createdAt",
    rowKey: (row) => row.fileUuid,
  });

export const fileTable = fileTableTo(fileUrl);
