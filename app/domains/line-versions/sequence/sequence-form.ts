import { z } from "zod";
import { chineseMessage } from "~/kit/page/forms/messages";
import type { Direction } from "~/domains/lines/directions";
import { insertRow, moveRow, removeRow, withEndTypes } from "./sequence";
import { longestSequence } from "./sequence-check";
import { callNumbers, callTexts, callTicks, SequenceEntry } from "../version-schema";

const typed = z.string().optional();

/** `asked` is what a row was pasted as, for as long as no station has been chosen for it. */
const names = ["staUuid", "asked", "staType", ...callNumbers, ...callTicks, ...callTexts] as const;
const TypedRow = z.object(
  Object.fromEntries(names.map((name) => [name, typed])) as Record<(typeof names)[number], typeof typed>,
);
export type TypedRow = z.output<typeof TypedRow>;

/** A row that holds its place until somebody chooses its station. */
export const isOpen = ({ staUuid }: TypedRow) => !staUuid;

/** The editor's form: everything as typed, so that nothing of it is lost, and which of its buttons was pressed (left out: save). */
export const SequenceForm = z.object({
  rows: z
    .array(TypedRow.transform(({ asked, ...row }): TypedRow => (isOpen(row) ? { ...row, asked } : row)))
    .default([]),
  version: typed,
  reason: typed,
  do: typed,
  /** Which columns of the rows are seen. */
  view: typed,
  find: typed,
  at: typed,
  /** Stations that were found and ticked, and where their picture was clicked. */
  picks: z.array(z.string()).default([]),
  place: z.object({ x: typed, y: typed, bounds: typed }).optional(),
});
export type SequenceTyped = z.output<typeof SequenceForm>;

export function asideOf({ at, reason, version }: Pick<z.output<typeof SequenceForm>, "at" | "reason" | "version">): {
  at: number | undefined;
  version: number | undefined;
  errors: { row: number; path: string; message: string; level: "error" }[];
} {
  const place = at?.trim() ? Number(at) : undefined;
  const wrong = (path: string, message: string) => ({ row: 0, path, message, level: "error" as const });
  return {
    at: place !== undefined && Number.isInteger(place) && place >= 1 ? place : undefined,
    version: version === undefined || !/^\d{1,9}$/.test(version) ? undefined : Number(version),
    errors: [
      ...(place === undefined || (Number.isInteger(place) && place >= 1 && place <= longestSequence)
        ? []
        : [wrong("at", `“加在第几站之前”应为 1 到 ${longestSequence} 的整数，或留空`)]),
      ...((reason ?? "").length > 255 ? [wrong("reason", "修改原因最多 255 个字")] : []),
    ],
  };
}

/** Typed rows as entries to save, or each wrong value at its row (from 1). */
export function entriesOf(rows: readonly TypedRow[]): {
  entries: SequenceEntry[];
  errors: { row: number; path: string; message: string }[];
} {
  const entries: SequenceEntry[] = [];
  const errors: { row: number; path: string; message: string }[] = [];
  rows.forEach((row, at) => {
    if (isOpen(row)) {
      const message = row.asked ? `“${row.asked}”还没有选定站点，请选择，或移除这一行` : "请选择站点，或移除这一行";
      errors.push({ row: at + 1, path: "staUuid", message });
    }
    const values: Record<string, unknown> = { ...row };
    for (const name of ["staType", ...callNumbers] as const)
      if (row[name] !== undefined) values[name] = row[name]!.trim() === "" ? undefined : Number(row[name]);
    for (const name of callTicks) values[name] = row[name] !== undefined && row[name] !== "" && row[name] !== "false";
    const read = SequenceEntry.safeParse(values, { error: chineseMessage });
    if (read.success) entries.push(read.data);
    else {
      const others = read.error.issues.filter(({ path }) => !isOpen(row) || path[0] !== "staUuid");
      errors.push(...others.map(({ path, message }) => ({ row: at + 1, path: path.join("."), message })));
    }
  });
  return { entries, errors };
}

export function typedRows(rows: readonly Record<string, unknown>[]): TypedRow[] {
  return rows.map((row) => {
    const shown = Object.entries(row).flatMap(([name, value]) =>
      name in TypedRow.shape && value !== null && value !== undefined && value !== false
        ? [[name, value === true ? "on" : String(value)]]
        : [],
    );
    return Object.fromEntries(shown) as TypedRow;
  });
}

/** Rows after a button: `up:3`, `down:3`, `remove:3` (serials), `add:<station>`, `reverse`; the types of the ends follow. Anything else changes nothing. */
export function pressed(
  rows: readonly TypedRow[],
  button: string,
  at: number | undefined,
  direction: Direction,
): TypedRow[] {
  const [verb, argument = ""] = button.split(":");
  if (verb === "add" && /^[0-9a-f]{32}$/.test(argument)) return withRow(rows, { staUuid: argument }, at, direction);
  if (verb === "reverse") return turnedRound(rows, direction);
  const index = Number(argument) - 1;
  if (!rows[index]) return [...rows];
  if (verb === "remove") return removeRow(rows, index, direction);
  if (verb === "up") return moveRow(rows, index, index - 1, direction);
  if (verb === "down") return moveRow(rows, index, index + 1, direction);
  return [...rows];
}

/** Another row before the place `at` (from 1), or at the end; a sequence that is full stays as it is. */
export function withRow(
  rows: readonly TypedRow[],
  row: Pick<TypedRow, "staUuid" | "asked">,
  at: number | undefined,
  direction: Direction,
): TypedRow[] {
  if (rows.length >= longestSequence) return [...rows];
  return insertRow(rows, (at ?? rows.length + 1) - 1, { ...row, inRadius: "50", outRadius: "30" }, direction);
}

/** A direction's rows as another direction drives them: last stop first, headings turned, hail stops of that direction, distances and times unknown. */
export function turnedRound(rows: readonly TypedRow[], direction: Direction): TypedRow[] {
  const back = rows.toReversed().map(({ distance: _distance, duration: _duration, azimuth, staType, ...row }) => ({
    ...row,
    staType: staType === "6" || staType === "7" ? (direction === 1 ? "6" : "7") : staType,
    ...(azimuth && { azimuth: /^\d+$/.test(azimuth) ? String((Number(azimuth) + 180) % 360) : azimuth }),
  }));
  return withEndTypes(back, direction);
}

/** A direction's rows driven back on the other side of the road: each stop's opposite one where it has one, else the stop itself. */
export function mirrored(
  rows: readonly TypedRow[],
  opposites: ReadonlyMap<string, string>,
  direction: Direction,
): TypedRow[] {
  return turnedRound(rows, direction).map(({ azimuth, ...row }) => {
    const staUuid = row.staUuid && opposites.get(row.staUuid);
    return staUuid ? { ...row, staUuid } : { ...row, ...(azimuth && { azimuth }) };
  });
}
