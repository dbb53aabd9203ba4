import { z } from "zod";
import { defineTable } from "~/kit/page/tables/define-table";
import { announcedStandings } from "./words";

export interface AnnouncedRow {
  busUuid: string;
  busSelfCode: string;
  plateNum: string;
  orgName: string;
  lineUuid: string;
  lineName: string;
  standing: string;
  standingName: string;
  fileVersion: string | null;
  /** Whether the terminal's checksum says the same, in words. */
  proof: string | null;
  newestVersion: string | null;
  since: string | null;
  reportedAt: string | null;
}

export const AnnouncedFilters = z.object({
  keyword: z.string().trim().max(64, "最多 64 个字").optional(),
  standing: z
    .enum(
      announcedStandings.map(({ value }) => value),
      { error: "请从列表中选择" },
    )
    .optional(),
  orgId: z.string().max(32).optional(),
  lineUuid: z.string().max(32).optional(),
  fileVersion: z.string().max(16).optional(),
});
export type AnnouncedFilters = z.output<typeof AnnouncedFilters>;

export const announcedTable = defineTable<AnnouncedRow>()({
  columns: [
    { id: "lineName", header: "主线路", width: 150, sortable: true, always: true },
    {
      id: "busSelfCode",
      header: "车辆",
      width: 160,
      sortable: true,
      cell: ({ busUuid, busSelfCode, plateNum }) => (
        <a href={`/bus/bus-management/${busUuid}`}>{`${busSelfCode} ${plateNum}`}</a>
      ),
      csv: ({ busSelfCode }) => busSelfCode,
    },
    {
      id: "standing",
      header: "报站内容",
      width: 130,
      sortable: true,
      cell: ({ standingName }) => standingName,
      csv: ({ standingName }) => standingName,
    },
    { id: "fileVersion", header: "报告的版本", width: 110 },
    { id: "proof", header: "核实", width: 90 },
    { id: "newestVersion", header: "最新版本", width: 100 },
    { id: "since", header: "从何时起", width: 140, kind: "time" },
    { id: "reportedAt", header: "最近报告", width: 140, kind: "time", sortable: true },
    { id: "orgName", header: "所属机构", aside: true },
  ],
  filters: AnnouncedFilters,
  filterFields: [
    { name: "keyword", label: "车辆", placeholder: "自编号、车牌或线路", width: 150 },
    { name: "standing", label: "报站内容", kind: "choice", choices: announcedStandings },
    { name: "orgId", label: "机构", kind: "choice" },
    { name: "lineUuid", label: "线路", kind: "choice" },
    { name: "fileVersion", label: "版本", width: 90, more: true },
  ],
  sortBy: "standing,lineName,busSelfCode",
  rowKey: ({ busUuid }) => busUuid,
});

export interface LineVersion {
  lineUuid: string;
  lineName: string;
  fileVersion: string | null;
  newestVersion: string | null;
  standing: string;
  standingName: string;
  buses: number;
}

export const lineVersionTable = (to: (row: LineVersion) => string) =>
  defineTable<LineVersion>()({
    columns: [
      { id: "lineName", header: "主线路", width: 200 },
      { id: "standing", header: "报站内容", width: 150, cell: ({ standingName }) => standingName },
      { id: "fileVersion", header: "报告的版本", width: 130 },
      { id: "newestVersion", header: "最新版本", width: 130 },
      { id: "buses", header: "车辆", align: "right", cell: (row) => <a href={to(row)}>{row.buses}</a> },
    ],
    filters: z.object({}),
    filterFields: [],
    sortBy: "lineName",
    rowKey: ({ lineUuid, standing, fileVersion }) => [lineUuid, standing, fileVersion].join(" "),
  });
