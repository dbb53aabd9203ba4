import { z } from "zod";
import { withoutSquares } from "~/kit/page/map/shape-words";
import { askedLat, askedLng } from "~/kit/page/forms/rules";
import { recordTable } from "~/kit/room/record-table";
import { colourOf } from "./choices";
import styles from "./fences.module.css";
import { placeWords } from "./place";
import { fenceRoom, type FenceRow } from "./room";
import { windowWords } from "./time-windows";

export const fenceTable = recordTable<FenceRow>(fenceRoom, {
  columns: [
    { id: "fenceNum", width: 88, sortable: true },
    {
      id: "fenceName",
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
    { id: "useType", width: 88, sortable: true },
    { id: "shape", width: 66, aside: true, sortable: true },
    { id: "ruleType", width: 116, sortable: true, cell: ruleWords },
    { id: "scope", header: "适用范围", width: 104, cell: scopeWords },
    { id: "orgName", width: 92 },
    { id: "enabled", width: 60, sortable: true },
    "updatedAt",
    { id: "ownerName", header: "关联对象", width: 120, hidden: true },
    {
      id: "size",
      header: "大小",
      width: 190,
      hidden: true,
      cell: placeWords,
      csv: (row) => withoutSquares(placeWords(row)),
    },
    { id: "timeWindows", width: 140, hidden: true, cell: (row) => windowWords(row.timeWindows) || "全天" },
    { id: "waitingAreas", header: "待车区", width: 70, align: "right", hidden: true },
    { id: "lng", width: 100, align: "right", hidden: true, cell: (row) => row.lng.toFixed(6) },
    { id: "lat", width: 90, align: "right", hidden: true, cell: (row) => row.lat.toFixed(6) },
    { id: "remark", width: 160, hidden: true },
  ],
  filters: [
    {
      name: "keyword",
      label: "围栏",
      placeholder: "名称、编号、拼音",
      width: 150,
      rule: z.string().trim().max(64).optional(),
    },
    "useType",
    "ruleType",
    "orgId",
    { name: "shape", more: true },
    { name: "enabled", more: true },
    { name: "ownerUuid", label: "" },
    {
      name: "lng",
      label: "包含点：经度",
      kind: "number",
      width: 110,
      more: true,
      rule: askedLng,
    },
    { name: "lat", label: "纬度", kind: "number", width: 110, more: true, rule: askedLat },
  ],
  sortBy: "fenceNum",
});

export function ruleWords({
  ruleType,
  limitSpeed,
  stopMinutes,
}: Pick<FenceRow, "ruleType" | "limitSpeed" | "stopMinutes">): string {
  if (ruleType === null) return "";
  const limit = ruleType === 30 ? ` ${limitSpeed} 公里/时` : ruleType === 40 ? ` ${stopMinutes} 分钟` : "";
  return fenceRoom.words.show("ruleType", ruleType) + limit;
}

function scopeWords({ scopeAll, lineUuids, busUuids }: FenceRow): string {
  if (scopeAll) return "全部车辆";
  const parts = [lineUuids.length && `${lineUuids.length} 条线路`, busUuids.length && `${busUuids.length} 辆车`];
  return parts.filter(Boolean).join("、");
}
