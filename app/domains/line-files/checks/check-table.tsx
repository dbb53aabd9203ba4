import { z } from "zod";
import { defineTable } from "~/kit/page/tables/define-table";
import { stationVoiceUrl } from "../urls";

export interface CheckRow {
  fileUuid: string;
  lineName: string;
  classifyName: string;
  orgName: string;
  state: number;
  stateName: string;
  recorded: number;
  spoken: number;
  errors: number;
  otherNames: number;
  missing: number;
  tooLong: number;
  overlapping: number;
  checkedAt: string;
}

const CheckFilterShape = z.object({
  keyword: z.string().trim().max(64, "最多 64 个字").optional(),
  orgId: z.string().max(32).optional(),
  wrong: z.enum(["errors", "names", "missing", "late"], { error: "请从列表中选择" }).optional(),
});
export type CheckFilters = z.output<typeof CheckFilterShape>;

const count = (
  id: "recorded" | "spoken" | "errors" | "otherNames" | "missing" | "tooLong" | "overlapping",
  header: string,
  sortable = false,
) =>
  ({
    id,
    header,
    width: sortable ? 92 : 64,
    sortable,
    align: "right",
    cell: (row: CheckRow) => (row[id] === 0 ? <span className="quiet">0</span> : row[id]),
    csv: (row: CheckRow) => String(row[id]),
  }) as const;

export const checkTable = defineTable<CheckRow>()({
  columns: [
    {
      id: "lineName",
      header: "线路",
      sortable: true,
      always: true,
      cell: (row) => <a href={stationVoiceUrl(row)}>{`${row.lineName} ${row.classifyName}`}</a>,
      csv: (row) => `${row.lineName} ${row.classifyName}`,
    },
    { id: "orgName", header: "所属机构", width: 110 },
    { id: "state", header: "文件", width: 80, cell: (row) => row.stateName, csv: (row) => row.stateName },
    count("errors", "错误", true),
    count("otherNames", "站名不符", true),
    count("missing", "缺语音", true),
    count("tooLong", "播不完", true),
    count("overlapping", "重叠", true),
    count("spoken", "合成"),
    count("recorded", "录音"),
    { id: "checkedAt", header: "检查时间", width: 140, kind: "time", sortable: true, aside: true },
  ],
  filters: CheckFilterShape,
  filterFields: [
    { name: "keyword", label: "线路", placeholder: "名称、编号、拼音或首字母", width: 190 },
    { name: "orgId", label: "机构", kind: "choice" },
    {
      name: "wrong",
      label: "问题",
      kind: "choice",
      choices: [
        { value: "errors", label: "不能生成" },
        { value: "names", label: "语音说的不是站名" },
        { value: "missing", label: "缺语音" },
        { value: "late", label: "播不完或重叠" },
      ],
    },
  ],
  sortBy: "-otherNames,-missing,-tooLong,lineName",
  rowKey: (row) => row.fileUuid,
});
