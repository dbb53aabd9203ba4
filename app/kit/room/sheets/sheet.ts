import type { Transaction } from "kysely";
import type { z } from "zod";
import type { Viewer } from "~/kit/data/access/viewer";
import type { Database } from "~/kit/data/db/pool.server";
import type { DB } from "~/kit/data/db/tables";
import type { SheetCell } from "~/kit/page/sheets/sheet";
import type { SheetColumn } from "./column";

export type SheetMode = "insert" | "update" | "both";
export const sheetModes = { both: "新增和修改", insert: "只新增", update: "只修改" } as const satisfies Record<
  SheetMode,
  string
>;

export type Values = Record<string, unknown>;

export interface CellError {
  /** The field; empty for the whole row. */
  name: string;
  message: string;
}

/** A room's own rules over many records at once: what is wrong with each, in their order. */
export type Fit = (
  viewer: Viewer,
  records: readonly { after: Values; before?: Values }[],
  on: Database,
) => Promise<readonly (readonly CellError[])[]>;

/** A row of the file as read: values of the fields that it gives, codes of the records that it names, what is wrong with its cells. */
export interface ReadRow {
  row: number;
  cells: SheetCell[];
  hidden: boolean;
  /** Fields whose cell holds something, and null for those left empty. */
  values: Values;
  /** Field -> code of a record. */
  codes: Record<string, string>;
  /** Fields whose cell is there and empty, which of a stored record may be kept as they are. */
  empty?: readonly string[];
  /** Fields that stay as they are. */
  kept: readonly string[];
  errors: CellError[];
}

export interface JudgedRow {
  row: number;
  place: number;
  /** `folded`: says again what an earlier row says. */
  kind: "new" | "changed" | "same" | "wrong" | "folded";
  code: string;
  key: string | null;
  version: number | null;
  hidden: boolean;
  cells: SheetCell[] | null;
  fields: Values | null;
  before: Values | null;
  errors: CellError[] | null;
  claims: string[];
}

/** A good row that is to be written, or was. */
export interface DueRow {
  row: number;
  kind: "new" | "changed";
  code: string;
  key: string | null;
  version: number | null;
  fields: Values;
  before: Values | null;
}

/** A row that was written, with its record's version then. */
export type WrittenBefore = Pick<DueRow, "row" | "kind" | "code" | "key" | "version" | "fields" | "before"> & {
  written: number | null;
};

export interface WrittenRow {
  row: number;
  outcome: "created" | "changed" | "refused" | "undone" | "kept";
  key?: string | null;
  version?: number | null;
  message?: string;
  errors?: readonly CellError[];
}

/** What the check remembers of the rows before: claim -> its row, of what a row says as a whole too. */
export type Claims = Map<string, number>;

/** `keepsEmpty`: an empty cell leaves what a stored record has. */
export interface JudgedBy {
  mode: SheetMode;
  claims: Claims;
  keepsEmpty?: boolean;
}

/** What people exchange with a room in workbooks and texts: how a row is read, judged, written, taken back and exported. */
export interface Sheet {
  templateCode: string;
  title: string;
  noun: string;
  /** The list whose filters choose what is exported. */
  url: string;
  /** `remove` where taking a new record back deletes it. */
  may: { read: string; write: string; remove?: string };
  columns: readonly SheetColumn[];
  /** The fields that find a row's record. */
  identity: readonly string[];
  modes: readonly SheetMode[];
  rules: readonly string[];
  /** The room's verbs ask no more than its fields and checks, or than `fit` says of many at once; those that `alone` names are left to the verbs. */
  writtenTogether?: { fit?: Fit; alone?(row: DueRow): boolean };
  /** Its rows depend on one another: they are judged together, at most so many. */
  mostJudgedTogether?: number;
  filters: z.ZodType;
  /** The columns with the choices of the day. */
  columnsFor(viewer: Viewer): Promise<readonly SheetColumn[]>;
  /** Judges rows against what is stored and against one another; writes nothing that stays. */
  judge(viewer: Viewer, rows: readonly ReadRow[], given: JudgedBy, on?: Database): Promise<JudgedRow[]>;
  write(trx: Transaction<DB>, viewer: Viewer, rows: readonly DueRow[]): Promise<WrittenRow[]>;
  /** Takes written rows back; those whose record has changed since, or is needed now, stay and say why. */
  undo(trx: Transaction<DB>, viewer: Viewer, rows: readonly WrittenBefore[]): Promise<WrittenRow[]>;
  /** Records or changes of them as people know them, where a field holds more than a cell of its column. */
  asCells?(viewer: Viewer, rows: readonly Values[]): Promise<Values[]>;
  /** The rows of the list under filters of its address, as cells of the columns. */
  stream(viewer: Viewer, filters: Values): AsyncIterable<SheetCell[][]>;
}
