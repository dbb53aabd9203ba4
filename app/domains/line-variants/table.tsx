import { eachWay, periodText, sortTypes } from "~/domains/lines/schema";
import { asChoices, yesNoChoices } from "~/kit/page/forms/field";
import { recordUrl } from "~/kit/room/room";
import { defineTable } from "~/kit/page/tables/define-table";
import { lineHref, variantRoom } from "./room";
import { VariantFilters, type VariantRow } from "./schema";

export const variantTable = defineTable<VariantRow>()({
  columns: [
    {
      id: "lineName",
      header: "线路",
      width: 110,
      sortable: true,
      always: true,
      cell: (row) => <a href={lineHref(row)}>{row.lineName}</a>,
      csv: (row) => row.lineName,
    },
    {
      id: "classifyName",
      header: "分类名称",
      sortable: true,
      always: true,
      cell: (row) => <a href={recordUrl(variantRoom, row)}>{row.classifyName}</a>,
    },
    { id: "sortType", header: "主副分类", width: 96, sortable: true, cell: (row) => row.sortTypeName },
    { id: "orgName", header: "所属机构", width: 110, sortable: true, aside: true },
    {
      id: "stations",
      header: "站数",
      width: 92,
      align: "right",
      cell: (row) => eachWay(row.directions, ({ stationCount }) => stationCount || null),
    },
    {
      id: "mileage",
      header: "里程（公里）",
      width: 148,
      align: "right",
      aside: true,
      cell: (row) => eachWay(row.directions, ({ mileage }) => mileage?.toFixed(3)),
    },
    {
      id: "validFrom",
      header: "生效版本",
      width: 110,
      cell: (row) =>
        row.validTo && row.validTo !== row.nextChange ? periodText(row) : row.validFrom && `${row.validFrom} 起`,
    },
    { id: "nextChange", header: "下次变更", width: 92, cell: (row) => row.nextChange },
    {
      id: "drafts",
      header: "草稿",
      width: 90,
      cell: (row) => (row.drafts === 0 ? "" : `${row.drafts} 个${row.waiting ? "，待审核" : ""}`),
    },
    { id: "remark", header: "备注", width: 160, hidden: true },
    { id: "updatedAt", header: "更新时间", width: 130, sortable: true, hidden: true, kind: "time" },
  ],
  filters: VariantFilters,
  filterFields: [
    { name: "keyword", label: "线路或分类", placeholder: "名称、编号、拼音", width: 150 },
    { name: "sortType", label: "主副分类", kind: "choice", choices: asChoices(sortTypes) },
    { name: "orgId", label: "机构", kind: "choice" },
    {
      name: "hasDraft",
      label: "草稿",
      kind: "choice",
      choices: yesNoChoices("有", "没有"),
    },
    {
      name: "several",
      label: "分类数",
      kind: "choice",
      choices: [{ value: "1", label: "有多个分类的线路" }],
    },
    { name: "asOf", label: "日期", kind: "date" },
  ],
  sortBy: "lineName,sortType",
  rowKey: (row) => row.classifySid,
});
