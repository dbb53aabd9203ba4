import { z } from "zod";
import { defineTable } from "~/kit/page/tables/define-table";
import { stateMark } from "~/kit/page/tables/state-mark";
import type { DetailRow } from "./rows";
import { asChoices } from "./table";
import { detailUrl } from "./urls";
import { detailStates } from "./words";

const number = (least: number, most: number) =>
  z.preprocess(
    (value) => (value === "" || value === null ? undefined : value),
    z.coerce
      .number({ error: "请从列表中选择" })
      .int("请从列表中选择")
      .min(least, "请从列表中选择")
      .max(most, "请从列表中选择")
      .optional(),
  );

export const DetailFilters = z.object({
  taskUuid: z.string().max(32).optional(),
  busUuid: z.string().max(32).optional(),
  state: number(-1, 4),
  stage: number(1, 10),
  keyword: z.string().trim().max(64, "最多 64 个字").optional(),
});
export type DetailFilters = z.output<typeof DetailFilters>;

export const detailTable = defineTable<DetailRow>()({
  columns: [
    {
      id: "busSelfCode",
      header: "车辆",
      width: 150,
      sortable: true,
      always: true,
      cell: (detail) => <a href={detailUrl(detail)}>{`${detail.busSelfCode} ${detail.plateNum}`}</a>,
      csv: ({ busSelfCode }) => busSelfCode,
    },
    { id: "fileName", header: "文件", cell: ({ fileName, fileVersion }) => `${fileName} ${fileVersion}` },
    { id: "stage", header: "批次", width: 66, align: "right", sortable: true },
    {
      id: "state",
      header: "状态",
      width: 92,
      sortable: true,
      cell: ({ stateName }) => stateMark(stateName),
      csv: ({ stateName }) => stateName,
    },
    { id: "percent", header: "进度", width: 70, align: "right", sortable: true, cell: ({ percent }) => `${percent}%` },
    { id: "tries", header: "次数", width: 66, align: "right", sortable: true },
    { id: "lastError", header: "最近的原因", width: 200 },
    { id: "changedAt", header: "变化时间", width: 140, kind: "time", sortable: true },
    { id: "devSelfCode", header: "设备", width: 110, hidden: true },
    { id: "orgName", header: "所属机构", width: 120, hidden: true },
    { id: "plateNum", header: "车牌号", width: 100, hidden: true },
    { id: "reportedVersion", header: "报告的版本", width: 110, hidden: true },
  ],
  filters: DetailFilters,
  filterFields: [
    { name: "keyword", label: "车辆", placeholder: "自编号、车牌或线路", width: 170 },
    { name: "state", label: "状态", kind: "choice", choices: asChoices(detailStates) },
    { name: "stage", label: "批次", kind: "number" },
  ],
  sortBy: "busSelfCode",
  rowKey: ({ detailUuid }) => detailUuid,
});
