import { z } from "zod";
import { recordKey } from "~/kit/page/forms/rules";
import type { Counts, Named, Proposal } from "~/kit/page/import-flow/proposal";
import type { FileCounts, FileProblem, LineFile, LineFileKind } from "~/transit/line-files/shape";
import { FILE_CRS, type FileCrs } from "~/transit/geo/file-crs";
import type { Against, LikelyCrs } from "~/transit/geo/likely-crs";
import type { LineImportRow } from "../schema";
import { type TableChoices, tableFields, type TableFacts } from "../network-table/table-choices";

export const uses = { lines: "导入为线路和站点", references: "只作为同名线路的参考线" } as const;
export type Use = keyof typeof uses;

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

export interface Comparison {
  choice: FileChoice;
  lines: Proposal;
  /** Of the lines; not where only reference polylines are made. */
  directions?: Counts;
  stations?: Proposal;
  known?: { byNumber: number; byPlace: number };
  drafts: number;
  problems: FileProblem[];
  problemCount: number;
}

export interface FilePreview {
  kind: LineFileKind;
  counts: FileCounts;
  lines: number;
  directions: number;
  circular: number;
  stops: number;
  points: number;
  withStops: number;
  doubtful: Named[];
  hint: LineFile["hint"] | null;
  notes?: string[];
  /** What the coordinate systems were compared with: roads, else stored stations of the same names. */
  against: Against;
  likely: LikelyCrs;
  /** Systems that most of the coordinates cannot be in; previews made before this was asked have none. */
  impossible?: FileCrs[];
  problems: FileProblem[];
  problemCount: number;
  comparison: Comparison | null;
  /** Of a table of stations. */
  table?: TableFacts;
}

export interface FileResult {
  use: Use;
  crs: FileCrs;
  lines: Counts;
  directions?: Counts;
  stations?: Counts;
  problems?: FileProblem[];
  problemCount?: number;
}

export type FileImport = LineImportRow<KeptChoice, FilePreview, FileResult>;

export function countRows({
  lines,
  directions,
  stations,
}: Pick<FileResult, "lines" | "directions" | "stations">): (readonly [kind: string, counts: Counts])[] {
  if (!stations) return [["参考线（方向）", lines]];
  return [["线路", lines], ...(directions ? [["线路方向", directions] as const] : []), ["站点", stations]];
}
