import { recordUrl } from "~/kit/room/room";
import { defineTable } from "~/kit/page/tables/define-table";
import { dictionaryRoom } from "./room";
import { DictionaryFilters, type DictionaryRow } from "./schema";
import { isSeeded } from "./seed";

export const dictionaryTable = defineTable<DictionaryRow>()({
  columns: [
    {
      id: "codeNum",
      header: "字典编码",
      width: 150,
      sortable: true,
      cell: (row) => <a href={recordUrl(dictionaryRoom, row)}>{row.codeNum}</a>,
    },
    { id: "codeName", header: "字典名称", width: 150, sortable: true },
    {
      id: "items",
      header: "字典项",
      cell: (row) =>
        row.dictItemList.map(({ itemName, isValid }) => (isValid ? itemName : `${itemName}（停用）`)).join("、"),
    },
    { id: "count", header: "项数", width: 60, align: "right", cell: (row) => row.dictItemList.length },
    { id: "seeded", header: "来源", width: 70, cell: (row) => (isSeeded(row.codeNum) ? "程序" : "自建") },
    { id: "isValid", header: "启用", width: 60, sortable: true, cell: (row) => (row.isValid ? "是" : "否") },
    { id: "remark", header: "备注", hidden: true },
    { id: "updatedAt", header: "更新时间", width: 130, sortable: true, kind: "time", aside: true },
  ],
  filters: DictionaryFilters,
  filterFields: [
    { name: "keyword", label: "字典", placeholder: "编码或名称", width: 180 },
    {
      name: "isValid",
      label: "启用",
      kind: "choice",
      choices: [
        { value: "true", label: "是" },
        { value: "false", label: "否" },
      ],
    },
  ],
  sortBy: "codeNum",
  rowKey: (row) => row.dictId,
});
