import type { TallCell } from "./merged-cells.server";
import type { SheetCell, SheetRow } from "./sheet";

/** Gives each row, in their order, what stands above it in cells that are merged down to it; a row that holds nothing gets none. */
export class MergeFiller {
  private next = 0;
  /** By column: merged cells do not overlap. */
  private readonly open = new Map<number, { to: number; value: SheetCell; shown?: string }>();

  constructor(
    /** By their first row. */
    private readonly merges: readonly TallCell[],
    private readonly columns: number,
  ) {}

  fill(row: SheetRow): void {
    const { cells } = row;
    const isEmpty = cells.length === 0;
    for (const [column, { to, value, shown }] of this.open) {
      if (to < row.row) this.open.delete(column);
      if (to < row.row || value === null || isEmpty || (cells[column] ?? null) !== null) continue;
      while (cells.length < column) cells.push(null);
      cells[column] = value;
      if (shown !== undefined) (row.shown ??= {})[column] = shown;
      (row.merged ??= []).push(column);
    }
    for (; this.next < this.merges.length && this.merges[this.next]!.from <= row.row; this.next++) {
      const { column, from, to } = this.merges[this.next]!;
      if (from === row.row && column < this.columns)
        this.open.set(column, { to, value: cells[column] ?? null, shown: row.shown?.[column] });
    }
  }
}
