import { z } from "zod";
import { chineseMessage } from "~/kernel/forms/messages";
import type { Direction } from "./directions";
import { ended, longestSequence } from "./sequence";
import { SequenceEntry } from "./version-schema";

const typed = z.string().optional();

/** A row of the editor as typed, right or wrong. */
const TypedRow = z.object({
  staUuid: typed,
  staType: typed,
  distance: typed,
  duration: typed,
  dwell: typed,
  azimuth: typed,
  inRadius: typed,
  outRadius: typed,
  limitSpeed: typed,
  isKey: typed,
  isTimed: typed,
  alias: typed,
  aliasEn: typed,
  fareStage: typed,
});
export type TypedRow = z.output<typeof TypedRow>;

/** The editor's form: rows as typed, and which of its buttons was pressed. */
export const SequenceForm = z.object({
  rows: z.array(TypedRow).default([]),
  version: z.number().int().optional(),
  reason: z.string().trim().max(255, "最多 255 个字").optional(),
  /** Left out: save. */
  do: z.string().max(80).optional(),
  find: z.string().trim().max(64).optional(),
  /** The serial before which a found station is put in; left out: at the end. */
  at: z.number().int().min(1).max(501).optional(),
});

const numbers = ["staType", "distance", "duration", "dwell", "azimuth", "inRadius", "outRadius", "limitSpeed", "fareStage"] as const;
const ticks = ["isKey", "isTimed"] as const;

/** Typed rows as entries to save, or each wrong value at its row (from 1). */
export function entriesOf(rows: readonly TypedRow[]): { entries: SequenceEntry[]; errors: { row: number; path: string; message: string }[] } {
  const entries: SequenceEntry[] = [];
  const errors: { row: number; path: string; message: string }[] = [];
  rows.forEach((row, at) => {
    const values: Record<string, unknown> = { ...row };
    for (const name of numbers) if (row[name] !== undefined) values[name] = row[name]!.trim() === "" ? undefined : Number(row[name]);
    for (const name of ticks) values[name] = row[name] !== undefined && row[name] !== "" && row[name] !== "false";
    const read = SequenceEntry.safeParse(values, { error: chineseMessage });
    if (read.success) entries.push(read.data);
    else errors.push(...read.error.issues.map((issue) => ({ row: at + 1, path: issue.path.join("."), message: issue.message })));
  });
  return { entries, errors };
}

/** Stored calls as the editor's rows. */
export function typedRows(rows: readonly Record<string, unknown>[]): TypedRow[] {
  return rows.map((row) => {
    const shown = Object.entries(row).flatMap(([name, value]) => (name in TypedRow.shape && value !== null && value !== undefined && value !== false ? [[name, value === true ? "on" : String(value)]] : []));
    return Object.fromEntries(shown) as TypedRow;
  });
}

/** Rows after a button: `up:3`, `down:3`, `remove:3` (serials), `add:<station>`; the types of the ends follow. Anything else changes nothing. */
export function pressed(rows: readonly TypedRow[], button: string, at: number | undefined, direction: Direction): TypedRow[] {
  const [verb, argument = ""] = button.split(":");
  const index = Number(argument) - 1;
  const row = rows[index];
  if (verb === "add" && /^[0-9a-f]{32}$/.test(argument) && rows.length < longestSequence) return ended(rows.toSpliced((at ?? rows.length + 1) - 1, 0, { staUuid: argument, inRadius: "50", outRadius: "30" }), direction);
  if (!row) return [...rows];
  const rest = rows.toSpliced(index, 1);
  if (verb === "remove") return ended(rest, direction);
  if (verb === "up") return ended(rest.toSpliced(Math.max(0, index - 1), 0, row), direction);
  if (verb === "down") return ended(rest.toSpliced(index + 1, 0, row), direction);
  return [...rows];
}
