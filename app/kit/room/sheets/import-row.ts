import type { FileCrs } from "~/transit/geo/file-crs";
import type { LikelyCrs } from "~/transit/geo/likely-crs";
import type { ImportFacts } from "~/kit/page/import-flow/import-states";
import type { HeaderMatch } from "./header";
import type { SheetMode } from "./sheet";

/** What the check found out about the file, beside its rows. */
export interface SheetPreview {
  match: HeaderMatch | null;
  /** Why the rows were not read: no header was found, or a column that every row needs is not there. */
  trouble?: string;
  sheet?: string;
  sheets?: { name: string; hidden: boolean }[];
  /** Of each column of the file what stands first in it, cut short; earlier checks kept none. */
  samples?: string[];
  hiddenSheets: string[];
  hiddenRows: number;
  /** Rows with a value of cells merged above them; earlier checks did not count them. */
  mergedRows?: number;
  /** Where the places lie under each coordinate system, as the file has them; asked only while no system is chosen. */
  places?: LikelyCrs;
  /** How a table with this header was read before; applied where its words are the very same, else offered. */
  plan?: KnownPlan;
  /** What the applied plan chose, to be kept as if a person had. */
  planned?: Pick<SheetChoices, "plan" | "columns" | "constants" | "meanings">;
  /** When the same file was imported before. */
  before?: { importId: string; at: string; by: string };
  /** Whether empty cells leave what is stored, and how many stored values they empty; earlier checks did not say. */
  keepsEmpty?: boolean;
  emptied?: number;
  /** Earlier checks did not fold rows. */
  counts: { new: number; changed: number; same: number; wrong: number; folded?: number };
}

export interface KnownPlan {
  planId: string;
  at: string;
  by: string;
  isApplied: boolean;
  /** Headers of the plan that the file lacks, and those of the file that the plan does not know. */
  lacking: string[];
  more: string[];
}

/** What a person chose by hand: the sheet of the workbook, and the columns of fields, -1 for none. */
export interface SheetChoices {
  sheet?: string;
  /** The row of the header, from 1; the likeliest of the first where none is chosen. */
  headerRow?: number;
  /** The plan to read by, of those that were kept; "none" for none. */
  plan?: string;
  /** Whether the next table with this header is to be read as this one. */
  remember?: boolean;
  /** Field -> what its cells say -> what is meant, as a cell would say it; empty for nothing. */
  meanings?: Record<string, Record<string, string>>;
  columns?: Record<string, number>;
  /** What fields that the file has no column for are in all of its rows, as a cell would say it. */
  constants?: Record<string, string>;
  /** What an empty cell does to what is stored: by default it leaves it, but under a header of the template's own words. */
  empty?: "keep" | "clear";
  /** Of the file's places; WGS84 where none is chosen. */
  crs?: FileCrs;
  /** Cells corrected in place: row -> column of the file -> text. */
  cells?: Record<string, Record<string, string>>;
  confirmed?: readonly string[];
}

export const sheetImportsUrl = "/excel/import";

export interface SheetImport extends ImportFacts<SheetPreview> {
  kind: "import" | "export";
  templateCode: string;
  mode: SheetMode;
  fileHash: string | null;
  choices: SheetChoices;
  reason: string | null;
  rowCount: number;
  badCount: number;
  createdCount: number;
  changedCount: number;
  sameCount: number;
  refusedCount: number;
  keptCount: number;
  undoing: boolean;
  undoneAt: Date | null;
  undoneByName: string | null;
  ms: number | null;
}

export const sheetStates = {
  checking: "检查中",
  preview: "待确认",
  applying: "导入中",
  done: "已完成",
  partial: "部分导入",
  undone: "已撤销",
  cancelled: "已取消",
  failed: "失败",
} as const;
export type SheetState = keyof typeof sheetStates;

/** An import's state as people know it. */
export function sheetStateOf({
  state,
  undoneAt,
  badCount,
  refusedCount,
}: Pick<SheetImport, "state" | "undoneAt" | "badCount" | "refusedCount">): SheetState {
  if (state === "waiting" || state === "reading") return "checking";
  if (state !== "done") return state;
  if (undoneAt) return "undone";
  return badCount + refusedCount > 0 ? "partial" : "done";
}
