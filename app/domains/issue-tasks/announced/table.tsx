import { z } from "zod";
import { defineTable } from "~/kit/page/tables/define-table";
import { ShareBar } from "~/kit/page/tables/share-bar";
import { groupBy } from "~/kit/ground/group-by";
import { type AnnouncedStanding, announcedStandings } from "./words";

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
  standing: AnnouncedStanding;
  buses: number;
}

/** A line with how many of its buses stand how. */
export interface AnnouncedLine {
  lineUuid: string;
  lineName: string;
  newestVersion: string | null;
  counts: Record<AnnouncedStanding, number>;
  /** Versions that buses report and that are not the newest, with how many. */
  others: { fileVersion: string; buses: number }[];
}

/** One row a line, those with most buses that announce what is wrong first. */
export function byLine(rows: readonly LineVersion[]): AnnouncedLine[] {
  const lines = [...groupBy(rows, ({ lineUuid }) => lineUuid).values()].map((own): AnnouncedLine => {
    const { lineUuid, lineName, newestVersion } = own[0]!;
    const of = (standing: AnnouncedStanding) =>
      own.filter((row) => row.standing === standing).reduce((sum, { buses }) => sum + buses, 0);
    return {
      lineUuid,
      lineName,
      newestVersion,
      counts: { old: of("old"), none: of("none"), other: of("other"), unknown: of("unknown"), current: of("current") },
      others: own.flatMap(({ fileVersion, buses, standing }) =>
        fileVersion !== null && standing === "old" ? [{ fileVersion, buses }] : [],
      ),
    };
  });
  const wrong = ({ counts: { old, other } }: AnnouncedLine) => old + other;
  return lines.sort((a, b) => wrong(b) - wrong(a) || b.counts.none - a.counts.none);
}

export const announcedLineTable = (to: (query: Record<string, string>) => string) =>
  defineTable<AnnouncedLine>()({
    columns: [
      {
        id: "lineName",
        header: "主线路",
        width: 200,
        cell: ({ lineUuid, lineName }) => <a href={to({ lineUuid })}>{lineName}</a>,
      },
      { id: "newestVersion", header: "最新版本", width: 100 },
      {
        id: "counts",
        header: "车辆报什么",
        cell: ({ lineUuid, counts }) => (
          <ShareBar
            empty="没有车"
            shares={[...announcedStandings].reverse().map(({ value, label, look }) => ({
              label,
              look: value === "unknown" ? "quiet" : look,
              count: counts[value],
              href: to({ lineUuid, standing: value }),
            }))}
          />
        ),
      },
      {
        id: "others",
        header: "还在用的旧版本",
        width: 220,
        cell: ({ lineUuid, others }) =>
          others.map(({ fileVersion, buses }, at) => (
            <span key={fileVersion}>
              {at > 0 && "，"}
              <a href={to({ lineUuid, standing: "old", fileVersion })}>{`${fileVersion}：${buses} 辆`}</a>
            </span>
          )),
      },
    ],
    filters: z.object({}),
    filterFields: [],
    sortBy: "lineName",
    rowKey: ({ lineUuid }) => lineUuid,
  });
