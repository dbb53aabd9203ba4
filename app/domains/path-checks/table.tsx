import { z } from "zod";
import { defineTable } from "~/kit/page/tables/define-table";
import type { BatchRow } from "./batches.server";
import { batchStates, CheckFilters, checkStates, type CheckRow, WhiteFilters, type WhiteRow } from "./schema";
import { batchUrl, checkUrl, whiteListUrl } from "./urls";

export const shareText = (ratio: number | null) =>
  ratio === null ? "—" : `${(Math.floor(ratio * 1000) / 10).toFixed(1)}%`;
export const variantText = ({ sortType, classifyName }: { sortType: number; classifyName: string }) =>
  sortType === 1 ? "" : `（${classifyName}）`;
export const directionText = (row: Pick<CheckRow, "lineName" | "sortType" | "classifyName" | "directionName">) =>
  `${row.lineName}${variantText(row)} ${row.directionName}`;
export const confidenceText = (confidence: number | null) =>
  confidence === null ? "—" : `${Math.round(confidence * 100)}%`;

export const checkTable = defineTable<CheckRow>()({
  columns: [
    { id: "lineName", header: "线路", sortable: true, cell: (row) => <a href={checkUrl(row)}>{directionText(row)}</a> },
    { id: "worst", header: "状态", width: 170, sortable: true, cell: (row) => row.stateName },
    { id: "ratio", header: "在道路上", width: 90, align: "right", sortable: true, cell: (row) => shareText(row.ratio) },
    {
      id: "openStretches",
      header: "待处理路段",
      width: 96,
      align: "right",
      cell: (row) => (row.checkedAt ? row.openStretches : "—"),
    },
    {
      id: "breaks",
      header: "断开",
      width: 70,
      align: "right",
      sortable: true,
      cell: (row) => (row.checkedAt ? row.breaks : "—"),
    },
    {
      id: "confidence",
      header: "最低可信度",
      width: 120,
      align: "right",
      sortable: true,
      cell: (row) => confidenceText(row.confidence),
    },
    {
      id: "mileage",
      header: "里程（公里）",
      width: 130,
      align: "right",
      sortable: true,
      aside: true,
      cell: (row) => row.mileage.toFixed(3),
    },
    { id: "orgName", header: "所属机构", width: 110, aside: true },
    { id: "checkedAt", header: "检查时间", width: 140, kind: "time", sortable: true },
  ],
  filters: CheckFilters,
  filterFields: [
    { name: "keyword", label: "线路", placeholder: "名称、编号、拼音或首字母", width: 190 },
    { name: "state", label: "状态", kind: "choice", choices: [...checkStates] },
    { name: "orgId", label: "所属机构", kind: "choice" },
  ],
  sortBy: "worst,lineName",
  rowKey: (row) => row.checkKey,
});

export const whiteTable = defineTable<WhiteRow>()({
  columns: [
    {
      id: "lineName",
      header: "线路",
      sortable: true,
      cell: (row) => <a href={`${whiteListUrl}/${row.whiteUuid}`}>{`${row.lineName} ${row.directionName}`}</a>,
    },
    {
      id: "metres",
      header: "长度（米）",
      width: 100,
      align: "right",
      sortable: true,
      cell: (row) => Math.round(row.metres),
    },
    { id: "reason", header: "原因" },
    {
      id: "recheck",
      header: "状态",
      width: 170,
      sortable: true,
      cell: (row) => (row.recheck ? "道路变化，需再次确认" : "有效"),
    },
    { id: "createdBy", header: "确认人", width: 110 },
    { id: "createdAt", header: "确认时间", width: 140, kind: "time", sortable: true },
  ],
  filters: WhiteFilters,
  filterFields: [
    { name: "keyword", label: "线路", placeholder: "名称、编号、拼音或首字母", width: 190 },
    {
      name: "recheck",
      label: "状态",
      kind: "choice",
      choices: [
        { value: "0", label: "有效" },
        { value: "1", label: "需再次确认" },
      ],
    },
  ],
  sortBy: "-createdAt",
  rowKey: (row) => row.whiteUuid,
});

export const batchTable = defineTable<BatchRow & { created: string }>()({
  columns: [
    { id: "created", header: "开始时间", width: 160, cell: (row) => <a href={batchUrl(row)}>{row.created}</a> },
    { id: "createdByName", header: "发起人", width: 120 },
    { id: "state", header: "状态", width: 110, cell: (row) => batchStates[row.state] },
    { id: "done", header: "进度", width: 110, align: "right", cell: (row) => `${row.done} / ${row.total}` },
    { id: "proposals", header: "待处理", width: 80, align: "right" },
    { id: "refused", header: "不能匹配", width: 90, align: "right" },
  ],
  filters: z.object({}),
  filterFields: [],
  sortBy: "-created",
  rowKey: (row) => row.batchId,
});
