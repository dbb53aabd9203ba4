import { z } from "zod";
import { recordKey } from "~/kit/page/forms/rules";
import { Counts, NameAndDetail, Proposal, ProblemsReply } from "~/kit/page/import-flow/proposal";
import type { FileCounts, LineFile, LineFileKind } from "~/transit/line-files/shape";
import { FILE_CRS, type FileCrs } from "~/transit/geo/file-crs";
import type { Against, LikelyCrs } from "~/transit/geo/likely-crs";
import type { LineImportRow } from "../schema";
import { type TableChoices, tableFields, type TableFacts } from "../network-table/table-choices";

export const uses = { lines: "导入为线路和站点", references: "只作为同名线路的参考线" } as const;

export const ChoiceForm = z.object({
  crs: z.enum(FILE_CRS, { error: "请选择文件的坐标系" }),
  use: z.enum(["lines", "references"], { error: "请选择导入方式" }),
  doubtful: z.boolean().default(false),
});
export type FileChoice = z.output<typeof ChoiceForm>;

/** What is kept of it; `table` where the file is one. */
export type KeptChoice = Partial<FileChoice> & { table?: TableChoices };

/** The same of a table, whose columns are asked for too. */
export const TableChoiceForm = ChoiceForm.extend(tableFields);

export const ConfirmForm = z.object({ orgId: recordKey.optional() });

const { crs, use } = ChoiceForm.shape;
export const Comparison = z.object({
  choice: z.object({ crs, use, doubtful: z.boolean() }),
  lines: Proposal,
  /** Of the lines; not where only reference polylines are made. */
  directions: Counts.optional(),
  stations: Proposal.optional(),
  known: z.object({ byNumber: z.number(), byPlace: z.number() }).optional(),
  drafts: z.number(),
  ...ProblemsReply,
});
export type Comparison = z.output<typeof Comparison>;

export const PreviewReply = z.object({
  lines: z.number(),
  directions: z.number(),
  stops: z.number(),
  points: z.number(),
  withStops: z.number(),
  doubtful: z.array(NameAndDetail),
  likelyCrs: crs.nullable(),
  impossibleCrs: z.array(crs),
  ...ProblemsReply,
  comparison: Comparison.nullable().describe("选择坐标系和导入方式之后才有"),
});

export interface FilePreview extends Omit<z.output<typeof PreviewReply>, "likelyCrs" | "impossibleCrs"> {
  kind: LineFileKind;
  counts: FileCounts;
  circular: number;
  hint: LineFile["hint"] | null;
  notes?: string[];
  /** What the coordinate systems were compared with: roads, else stored stations of the same names. */
  against: Against;
  likely: LikelyCrs;
  /** Systems that most of the coordinates cannot be in; previews made before this was asked have none. */
  impossible?: FileCrs[];
  /** Of a table of stations. */
  table?: TableFacts;
}

export const ResultReply = z.object({
  use,
  crs,
  lines: Counts,
  directions: Counts.optional(),
  stations: Counts.optional(),
  ...ProblemsReply,
});
type ResultFields = z.output<typeof ResultReply>;
export type FileResult = Omit<ResultFields, keyof typeof ProblemsReply> & Partial<ResultFields>;

export type FileImport = LineImportRow<KeptChoice, FilePreview, FileResult>;

type CountedChanges = Pick<FileResult, "lines" | "directions" | "stations">;

export function countRows({
  lines,
  directions,
  stations,
}: CountedChanges): (readonly [kind: string, counts: Counts])[] {
  if (!stations) return [["参考线（方向）", lines]];
  return [["线路", lines], ...(directions ? [["线路方向", directions] as const] : []), ["站点", stations]];
}
