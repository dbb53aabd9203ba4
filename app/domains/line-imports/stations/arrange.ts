import type { Match } from "./match";
import type { RowProblem, StationEntry } from "./station-entry";

export interface MatchedEntry {
  entry: StationEntry;
  match: Match;
}

interface Given {
  /** Whether the file says the order; else its rows do. */
  ordered: boolean;
  columnOf(name: "serial" | "staType"): string;
  report(problem: RowProblem): void;
}

/** The rows of one direction in the order in which it calls; what is wrong with that order is reported. */
export function arranged(rows: readonly MatchedEntry[], { ordered, columnOf, report }: Given): MatchedEntry[] {
  const inOrder = ordered
    ? rows.toSorted((a, b) => (a.entry.serial ?? Infinity) - (b.entry.serial ?? Infinity) || a.entry.row - b.entry.row)
    : [...rows];
  if (ordered) checkSerials(inOrder);
  const last = inOrder.length - 1;
  inOrder.forEach(({ entry: { row, end } }, at) => {
    if (end === "first" && at !== 0)
      report({ row, column: columnOf("staType"), message: "类型是起点，却不是第一站，将作为中间站", level: "warning" });
    if (end === "last" && at !== last)
      report({
        row,
        column: columnOf("staType"),
        message: "类型是终点，却不是最后一站，将作为中间站",
        level: "warning",
      });
  });
  return inOrder;

  function checkSerials(list: readonly MatchedEntry[]): void {
    let before: StationEntry | undefined;
    let gap: StationEntry | undefined;
    for (const { entry } of list) {
      if (entry.serial === null) continue;
      if (before && before.serial === entry.serial)
        report({
          row: entry.row,
          column: columnOf("serial"),
          message: `站序 ${entry.serial} 与第 ${before.row} 行重复`,
          level: "error",
        });
      else if (before && entry.serial !== before.serial! + 1) gap ??= entry;
      before = entry;
    }
    if (gap)
      report({ row: gap.row, column: columnOf("serial"), message: "站序不连续，将按先后重新编号", level: "warning" });
  }
}
