import { recordUrl } from "~/kit/room/room";
import { defineTable } from "~/kit/page/tables/define-table";
import { parameterRoom } from "./room";
import { ParameterFilters, type ParameterRow, parameterScopes, parameterTypes, wordOf } from "./schema";
import { rangeOf, shownParameter } from "./values";

export const parameterTable = defineTable<ParameterRow>()({
  columns: [
    {
      id: "paramName",
      header: "参数名称",
      width: 140,
      sortable: true,
      cell: (row) => <a href={recordUrl(parameterRoom, row)}>{row.paramName}</a>,
    },
    { id: "title", header: "参数说明", width: 150, sortable: true },
    { id: "paramValue", header: "参数值", width: 150, cell: (row) => shownParameter(row, row.paramValue) },
    { id: "scope", header: "范围", width: 90, sortable: true, cell: (row) => wordOf(parameterScopes, row.scope) },
    {
      id: "paramType",
      header: "类型",
      width: 60,
      sortable: true,
      cell: (row) => wordOf(parameterTypes, row.paramType),
    },
    { id: "range", header: "取值范围", width: 100, hidden: true, cell: (row) => rangeOf(row) ?? "" },
    { id: "productCode", header: "所属产品", width: 100, sortable: true, hidden: true },
    { id: "mavenProject", header: "所属模块", width: 120, sortable: true, hidden: true },
    { id: "remark", header: "备注" },
    { id: "updatedAt", header: "更新时间", width: 130, sortable: true, kind: "time", aside: true },
  ],
  filters: ParameterFilters,
  filterFields: [
    { name: "keyword", label: "参数", placeholder: "名称、说明或备注", width: 180 },
    { name: "scope", label: "范围", kind: "choice", choices: parameterScopes },
    { name: "paramType", label: "类型", kind: "choice", choices: parameterTypes },
    { name: "productCode", label: "产品", kind: "choice" },
  ],
  sortBy: "paramName",
  rowKey: (row) => row.paramId,
});
