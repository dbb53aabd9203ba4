import type { Direction } from "~/domains/lines/directions";
import type { SequenceRow } from "../version-replies";
import { endTypes, ordinary } from "./sequence-check";

export type { SequenceRow } from "../version-replies";

export function newRow(staUuid: string): SequenceRow {
  return {
    staUuid,
    staType: ordinary,
    distance: null,
    duration: null,
    dwell: null,
    azimuth: null,
    inRadius: 50,
    outRadius: 30,
    limitSpeed: null,
    isKey: false,
    isTimed: false,
    alias: null,
    aliasEn: null,
    fareStage: null,
  };
}

type RowWithType = { staType?: number | string };

/** Puts a row in before the place `at` (from 0); the ends' types follow. */
export function insertRow<R extends RowWithType>(rows: readonly R[], at: number, row: R, direction: Direction): R[] {
  return withEndTypes(rows.toSpliced(clamp(at, rows.length), 0, row), direction);
}

export function removeRow<R extends RowWithType>(rows: readonly R[], at: number, direction: Direction): R[] {
  return withEndTypes(
    rows.filter((_, index) => index !== at),
    direction,
  );
}

/** Moves a row to the place `to`, both counted from 0; a place beyond either end is that end. */
export function moveRow<R extends RowWithType>(
  rows: readonly R[],
  from: number,
  to: number,
  direction: Direction,
): R[] {
  const row = rows[from];
  if (!row) return [...rows];
  const rest = rows.toSpliced(from, 1);
  return withEndTypes(rest.toSpliced(clamp(to, rest.length), 0, row), direction);
}

/** Another station takes a row's place: what is said of the call stays, what was said of the old place does not. */
export function replaceRow(rows: readonly SequenceRow[], at: number, staUuid: string): SequenceRow[] {
  return rows.map((row, index) =>
    index === at ? { ...row, staUuid, azimuth: null, alias: null, aliasEn: null } : row,
  );
}

/** The first stop starts and the last one ends the direction; none between does. */
export function withEndTypes<R extends RowWithType>(rows: readonly R[], direction: Direction): R[] {
  const [start, end] = endTypes(direction);
  const last = rows.length - 1;
  return rows.map((row, at) => {
    const now = Number(row.staType) || ordinary;
    const staType = at === 0 ? start : at === last ? end : now <= 4 ? ordinary : now;
    return { ...row, staType: typeof row.staType === "number" ? staType : String(staType) };
  });
}

function clamp(at: number, most: number): number {
  return Math.max(0, Math.min(at, most));
}
