import type { SheetRow } from "~/kit/page/sheets/sheet";
import { cellText } from "../stations/line-rows";
import { bareName } from "../stations/match";
import { directionSaid } from "../stations/row-values";
import type { TableChoices } from "./table-choices";

/** What a table calls its directions: words of its own, parted by 、 or commas, and whether a line's first word is up and its other one down. */
export interface DirectionWords {
  upWords?: string;
  downWords?: string;
  eachLine?: boolean;
}

/** A word that says no direction, and in how many rows it stands. */
export interface UnknownDirection {
  word: string;
  rows: number;
}

/** Rows below the header with 上行 and 下行 in the place of the table's own words, and the words that say neither, the most frequent first. */
export function withMeantDirections(
  rows: readonly SheetRow[],
  { columns, headerRow, upWords, downWords, eachLine }: TableChoices,
): { rows: readonly SheetRow[]; unknown: UnknownDirection[] } {
  const at = columns.direction;
  if (at === undefined) return { rows, unknown: [] };
  const meant = new Map<string, string>([
    ...wordsIn(upWords).map((word) => [word, "上行"] as const),
    ...wordsIn(downWords).map((word) => [word, "下行"] as const),
  ]);
  const counts = new Map<string, number>();
  const ofLine = new Map<string, Map<string, string>>();
  const read = rows.map((row) => {
    const word = row.row > headerRow ? cellText(row, columns, "direction") : "";
    if (word === "" || isKnown(word)) return row;
    const said = meant.get(word) ?? (eachLine ? saidByOrder(row, word) : undefined);
    if (said) return { ...row, cells: row.cells.with(at, said) };
    counts.set(word, (counts.get(word) ?? 0) + 1);
    return row;
  });
  const unknown = [...counts].map(([word, times]) => ({ word, rows: times })).sort((a, b) => b.rows - a.rows);
  return { rows: read, unknown };

  function saidByOrder(row: SheetRow, word: string): string | undefined {
    const line = cellText(row, columns, "lineId") || bareName(cellText(row, columns, "line"));
    const words = ofLine.get(line) ?? new Map<string, string>();
    ofLine.set(line, words);
    const free = ["上行", "下行"].find((direction) => ![...words.values()].includes(direction));
    if (!words.has(word) && free) words.set(word, free);
    return words.get(word);
  }
}

const isKnown = (word: string) => directionSaid(word, { directionNames: [] }) !== null || word === "0";
const wordsIn = (text = "") =>
  text
    .split(/[、,，;；]/)
    .map((word) => word.trim())
    .filter(Boolean);
