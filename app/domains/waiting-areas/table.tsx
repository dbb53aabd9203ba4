import { asChoices } from "~/kit/page/forms/field";
import { labelOf } from "~/kit/page/forms/rules";
import { ringWords, withoutSquares } from "~/kit/page/map/shape-words";
import { recordUrl } from "~/kit/room/room";
import { defineTable } from "~/kit/page/tables/define-table";
import { waitingAreaRoom } from "./room";
import { directions, queueRules, WaitingAreaFilters, type WaitingAreaRow } from "./schema";

export const waitingAreaTable = defineTable<WaitingAreaRow>()({
  columns: [
    {
      id: "waitName",
      header: "待车区名称",
      sortable: true,
      cell: (row) => <a href={recordUrl(waitingAreaRoom, row)}>{row.waitName}</a>,
    },
    {
      id: "fenceName",
      header: "所属围栏",
      sortable: true,
      cell: (row) => <a href={`/electronic-fence/electronic-fence-management/${row.fenceUuid}`}>{row.fenceName}</a>,
    },
    { id: "lineNames", header: "线路", width: 180, cell: (row) => row.lineNames.join("、") },
    {
      id: "direction",
      header: "方向",
      width: 64,
      sortable: true,
      cell: (row) => row.direction && labelOf(directions, row.direction),
    },
    { id: "capacity", header: "车位数", width: 76, align: "right", sortable: true },
    {
      id: "queueRule",
      header: "排队规则",
      width: 90,
      sortable: true,
      cell: (row) => labelOf(queueRules, row.queueRule),
    },
    { id: "enabled", header: "启用", width: 64, sortable: true, cell: (row) => (row.enabled ? "是" : "否") },
    {
      id: "size",
      header: "大小",
      width: 180,
      aside: true,
      cell: sizeWords,
      csv: (row) => withoutSquares(sizeWords(row)),
    },
    { id: "updatedAt", header: "更新时间", width: 130, sortable: true, kind: "time", aside: true },
    { id: "orgName", header: "所属机构", width: 110, hidden: true },
    { id: "entryAzimuth", header: "进入方位角", width: 90, align: "right", hidden: true },
    { id: "remark", header: "备注", width: 160, hidden: true },
  ],
  filters: WaitingAreaFilters,
  filterFields: [
    { name: "keyword", label: "待车区", placeholder: "名称、拼音或首字母", width: 190 },
    { name: "fenceUuid", label: "所属围栏", kind: "choice" },
    { name: "direction", label: "方向", kind: "choice", choices: asChoices(directions) },
    {
      name: "enabled",
      label: "启用",
      kind: "choice",
      choices: [
        { value: "1", label: "是" },
        { value: "0", label: "否" },
      ],
    },
  ],
  sortBy: "waitName",
  rowKey: (row) => row.waitUuid,
});

function sizeWords({ coords }: WaitingAreaRow): string {
  return coords ? ringWords(coords) : "未绘制";
}
