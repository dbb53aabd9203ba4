import { z } from "zod";
import { type DataSource, SourceEvidence } from "~/domains/data-sources/schema";
import { recordKey, text } from "~/kit/page/forms/rules";
import { Counts, mostListed, NameAndDetail, Proposal, ProblemsReply } from "~/kit/page/import-flow/proposal";
import type { FileCounts, LineFile, LineFileKind } from "~/transit/line-files/shape";
import { FILE_CRS, type FileCrs } from "~/transit/geo/file-crs";
import type { Against, LikelyCrs } from "~/transit/geo/likely-crs";
import type { LineImportRow } from "../schema";
import type { ReplacedTimetable } from "../timetables/timetables.server";
import { GivenColumns } from "../stations/choices";
import { type TwoPlaces, twoPlaces } from "./two-places";
import { PlanReply } from "~/kit/room/sheets/plan-reply";
import { type TableChoices, tableFields, type TableFacts } from "../network-table/table-choices";

export const placedUses = { lines: "导入为线路和站点", references: "只作为同名线路的参考线" } as const;
export const uses = { ...placedUses, timetables: "写入生效版本的时刻表" } as const;

export const ChoiceForm = z.object({
  crs: z.enum(FILE_CRS, { error: "请选择文件的坐标系" }),
  use: z.enum(["lines", "references", "timetables"], { error: "请选择导入方式" }),
  doubtful: z.boolean().default(false),
  sourceUuid: z
    .string()
    .max(32)
    .optional()
    .describe("文件的编号属于哪个来源：来源主键，或 new（新来源）；不填时由程序按相同的编号判断"),
  twoPlaces: z
    .enum(Object.keys(twoPlaces) as TwoPlaces[])
    .optional()
    .describe("同一编号有两个位置或两个站名时：first 按最先的一处，average 取平均位置，split 分成两个站"),
});
export type FileChoice = z.output<typeof ChoiceForm>;

/** What is kept of it; `table` where the file is one. */
export type KeptChoice = Partial<FileChoice> & { table?: TableChoices; ticks?: string[]; allTicks?: boolean };

/** The same of a table, whose columns are asked for too. */
export const TableChoiceForm = ChoiceForm.extend(tableFields);

/** As calls send it. */
export const CallChoices = ChoiceForm.extend({
  sheet: tableFields.sheet,
  headerRow: tableFields.headerRow,
  layout: tableFields.layout.describe("表格的排列：rows 一行一站或一行一条线路，columns 一列一条线路"),
  holds: tableFields.holds.describe("表格的内容：stations 线路的站点，departures 发车时刻"),
  days: tableFields.days.describe("发车时刻的运营日：every 每天，workdays 工作日，weekends 周末"),
  columns: GivenColumns.optional(),
  upWords: tableFields.upWords.describe("方向列中表示上行的词，用顿号分开"),
  downWords: tableFields.downWords.describe("方向列中表示下行的词，用顿号分开"),
  eachLine: tableFields.eachLine.describe("方向列写的是终点等：每条线路先出现的词为上行，另一个为下行"),
});

export const ConfirmForm = z.object({
  orgId: recordKey.optional(),
  newOrgName: text(64).optional().describe("还没有机构时，新建的机构的名称"),
  ticks: z
    .array(z.string().max(64))
    .max(mostListed)
    .optional()
    .describe("确认是同一站的存疑站点，取自预览的 doubts.key；没有列出的保持不变"),
  allTicks: z.boolean().optional().describe("存疑的站点全部是同一站"),
  remember: z.boolean().optional().describe("记住这种表格，下次表头相同的按这样读取"),
});

/** Which plan a table is read by. */
export const PlanForm = z.object({
  plan: z.union([recordKey, z.enum(["none", "forget"])], "请给出记住的表格，或 none"),
});

/** Under what the plans of networks' tables are kept, as those of sheets under their templates. */
export const tablePlans = "line.lines";

const Doubt = z.object({
  key: z.string(),
  how: z.enum(["renamed", "moved"]),
  staName: z.string().describe("文件中的站名"),
  staSelfCode: z.string(),
  storedName: z.string().describe("已有的站名"),
  metres: z.number(),
});
export type Doubt = z.output<typeof Doubt>;

const { crs, use } = ChoiceForm.shape;
export const Comparison = z.object({
  choice: z.object({
    crs,
    use,
    doubtful: z.boolean(),
    sourceUuid: z.string().optional(),
    twoPlaces: z.string().optional(),
  }),
  contradictions: z.number().optional().describe("有两个位置或两个站名的编号的个数"),
  lines: Proposal,
  /** Of the lines; not where only reference polylines are made. */
  directions: Counts.optional(),
  stations: Proposal.optional(),
  known: z.object({ byNumber: z.number(), byPlace: z.number() }).optional(),
  source: z.string().optional().describe("编号所属的来源"),
  doubts: z.array(Doubt).optional().describe("编号相同，站名或位置不同的站点：确认时勾选的才修改"),
  doubtCount: z.number().optional(),
  drafts: z.number(),
  ...ProblemsReply,
});
export type Comparison = z.output<typeof Comparison>;

const TableReply = z.object({
  sheets: z.array(z.string()).describe("可以选择的工作表"),
  sheet: z.string().optional(),
  headerRow: z.number(),
  layout: z.string().optional(),
  columns: z
    .array(z.object({ at: z.number(), header: z.string(), sample: z.string() }))
    .describe("文件的各列：位置（从 0 起）、表头和例子"),
  chosen: z.record(z.string(), z.number()).describe("各内容现在取自哪一列，由 choose 的 column_… 更改"),
  unknownDirections: z
    .array(z.object({ word: z.string(), rows: z.number() }))
    .optional()
    .describe("方向列中不认识的词和行数，由 choose 的 upWords、downWords 或 eachLine 说明"),
  plan: PlanReply,
});

export const PreviewReply = z.object({
  lines: z.number(),
  directions: z.number(),
  stops: z.number(),
  points: z.number(),
  withStops: z.number(),
  doubtful: z.array(NameAndDetail),
  likelyCrs: crs.nullable(),
  impossibleCrs: z.array(crs),
  sources: z.array(SourceEvidence).optional().describe("文件的编号可能属于的来源"),
  ...ProblemsReply,
  table: TableReply.nullable().describe("文件是表格时才有"),
  notes: z.array(z.string()).optional().describe("文件是怎样读的，以及没有采用的内容"),
  comparison: Comparison.nullable().describe("选择坐标系和导入方式之后才有"),
});

export interface FilePreview extends Omit<z.output<typeof PreviewReply>, "likelyCrs" | "impossibleCrs" | "table"> {
  kind: LineFileKind;
  counts: FileCounts;
  circular: number;
  hint: LineFile["hint"] | null;
  /** What the coordinate systems were compared with: roads, else stored stations of the same names. */
  against: Against;
  likely: LikelyCrs;
  /** Systems that most of the coordinates cannot be in; previews made before this was asked have none. */
  impossible?: FileCrs[];
  /** Of a table of stations. */
  table?: TableFacts;
  /** Whose the numbers are that the comparison took them for. */
  source?: DataSource;
}

export const ResultReply = z.object({
  use,
  crs,
  lines: Counts,
  directions: Counts.optional(),
  stations: Counts.optional(),
  ...ProblemsReply,
  undone: z
    .object({
      lines: z.number(),
      restoredLines: z.number().optional().describe("恢复为导入以前内容的线路"),
      stations: z.number(),
      restored: z.number().describe("恢复为导入以前内容的站点"),
      kept: z.array(z.object({ name: z.string(), why: z.string() })).describe("没有撤销的线路和站点，最多列出 500 个"),
      keptCount: z.number(),
    })
    .optional()
    .describe("撤销以后才有"),
});
type ResultFields = z.output<typeof ResultReply>;
export type FileResult = Omit<ResultFields, keyof typeof ProblemsReply> &
  Partial<ResultFields> & { replaced?: ReplacedTimetable[] };

export type FileImport = LineImportRow<KeptChoice, FilePreview, FileResult>;

type CountedChanges = Pick<FileResult, "lines" | "directions" | "stations" | "use">;

export function countRows({
  use,
  lines,
  directions,
  stations,
}: CountedChanges): (readonly [kind: string, counts: Counts])[] {
  if (!stations) return [[use === "timetables" ? "时刻表（方向）" : "参考线（方向）", lines]];
  return [["线路", lines], ...(directions ? [["线路方向", directions] as const] : []), ["站点", stations]];
}
