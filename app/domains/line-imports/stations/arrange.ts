import type { Match } from "./match";
import type { RowReport } from "./row-report";
import type { StationEntry } from "./station-entry";

export interface MatchedEntry {
  entry: StationEntry;
  match: Match;
}

/** The rows of one direction in the order in which it calls: that which the file says (`ordered`), else that of its rows; what is wrong with it is reported. */
export function arranged(rows: readonly MatchedEntry[], ordered: boolean, report: RowReport): MatchedEntry[] {
  const inOrder = ordered
    ? rows.toSorted((a, b) => (a.entry.serial ?? Infinity) - (b.entry.serial ?? Infinity) || a.entry.row - b.entry.row)
    : [...rows];
  if (ordered) checkSerials(inOrder);
  const last = inOrder.length - 1;
  inOrder.forEach(({ entry: { row, end } }, at) => {
    if (end === "first" && at !== 0) report.warning(row, "staType", "类型是起点，却不是第一站，将作为中间站");
    if (end === "last" && at !== last) report.warning(row, "staType", "类型是终点，却不是最后一站，将作为中间站");
  });
  return inOrder;

  function checkSerials(list: readonly MatchedEntry[]): void {
    let before: StationEntry | undefined;
    let gap: StationEntry | undefined;
    for (const { entry } of list) {
      if (entry.serial === null) continue;
      if (before && before.serial === entry.serial)
        report.error(entry.row, "serial", `站序 ${entry.serial} 与第 ${before.row} 行重复`);
      else if (before && entry.serial !== before.serial! + 1) gap ??= entry;
      before = entry;
    }
    if (gap) report.warning(gap.row, "serial", "站序不连续，将按先后重新编号");
  }
}
