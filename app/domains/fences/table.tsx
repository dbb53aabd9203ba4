import { asChoices } from "~/kit/page/forms/field";
import { labelOf } from "~/kit/page/forms/rules";
import { shapeKinds } from "~/transit/geo/shape";
import { withoutSquares } from "~/kit/page/map/shape-words";
import { recordUrl } from "~/kit/room/room";
import { defineTable } from "~/kit/page/tables/define-table";
import { colourOf, ruleTypes, useTypes } from "./choices";
import styles from "./fences.module.css";
import { placeWords } from "./place";
import { fenceRoom } from "./room";
import { FenceFilters, type FenceRow } from "./schema";
import { windowWords } from "./time-windows";

export const fenceTable = defineTable<FenceRow>()({
  columns: [
    {
      id: "fenceNum",
      header: "围栏编号",
      width: 88,
      sortable: true,
      cell: (row) => <a href={recordUrl(fenceRoom, row)}>{row.fenceNum}</a>,
    },
    {
      id: "fenceName",
      header: "围栏名称",
      sortable: true,
      always: true,
      cell: (row) => (
        <span title={row.fenceName}>
          <i className={styles.swatch} style={{ background: colourOf(row) ?? undefined }} />
          {row.fenceName}
        </span>
      ),
      csv: (row) => row.fenceName,
    },
    { id: "useType", header: "用途", width: 88, sortable: true, cell: (row) => labelOf(useTypes, row.useType) },
    {
      id: "shape",
      header: "形状",
      width: 66,
      aside: true,
      sortable: true,
      cell: (row) => labelOf(shapeKinds, row.shape),
    },
    { id: "ruleType", header: "规则", width: 116, sortable: true, cell: ruleWords },
    {
      id: "scope",
      header: "适用范围",
      width: 104,
      cell: (row) =>
        row.scopeAll
          ? "全部车辆"
          : [
              row.lineUuids.length && `${row.lineUuids.length} 条线路`,
              row.busUuids.length && `${row.busUuids.length} 辆车`,
            ]
              .filter(Boolean)
              .join("、"),
    },
    { id: "orgName", header: "所属机构", width: 92, sortable: true },
    { id: "enabled", header: "启用", width: 60, sortable: true, cell: (row) => (row.enabled ? "是" : "否") },
    { id: "updatedAt", header: "更新时间", width: 130, sortable: true, kind: "time", aside: true },
    { id: "ownerName", header: "关联对象", width: 120, hidden: true },
    {
      id: "size",
      header: "大小",
      width: 190,
      hidden: true,
      cell: placeWords,
      csv: (row) => withoutSquares(placeWords(row)),
    },
    {
      id: "timeWindows",
      header: "生效时段",
      width: 140,
      hidden: true,
      cell: (row) => windowWords(row.timeWindows) || "全天",
    },
    { id: "waitingAreas", header: "待车区", width: 70, align: "right", hidden: true },
    { id: "lng", header: "中心经度", width: 100, align: "right", hidden: true, cell: (row) => row.lng.toFixed(6) },
    { id: "lat", header: "中心纬度", width: 90, align: "right", hidden: true, cell: (row) => row.lat.toFixed(6) },
    { id: "remark", header: "备注", width: 160, hidden: true },
  ],
  filters: FenceFilters,
  filterFields: [
    { name: "keyword", label: "围栏", placeholder: "名称、编号、拼音", width: 150 },
    { name: "useType", label: "用途", kind: "choice", choices: asChoices(useTypes) },
    { name: "ruleType", label: "规则", kind: "choice", choices: asChoices(ruleTypes) },
    { name: "orgId", label: "所属机构", kind: "choice" },
    { name: "shape", label: "形状", kind: "choice", choices: asChoices(shapeKinds), more: true },
    {
      name: "enabled",
      label: "启用",
      kind: "choice",
      choices: [
        { value: "1", label: "是" },
        { value: "0", label: "否" },
      ],
      more: true,
    },
    { name: "lng", label: "包含点：经度", kind: "number", width: 110, more: true },
    { name: "lat", label: "纬度", kind: "number", width: 110, more: true },
  ],
  sortBy: "fenceNum",
  rowKey: (row) => row.fenceUuid,
});

/** A fence's rule with its limit. */
export function ruleWords({
  ruleType,
  limitSpeed,
  stopMinutes,
}: Pick<FenceRow, "ruleType" | "limitSpeed" | "stopMinutes">): string {
  if (ruleType === null) return "";
  const limit = ruleType === 30 ? ` ${limitSpeed} km/h` : ruleType === 40 ? ` ${stopMinutes} 分钟` : "";
  return labelOf(ruleTypes, ruleType) + limit;
}
