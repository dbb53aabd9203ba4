import { sheetLimits } from "~/kit/ground/files/limits";
import { CellPlace } from "./cell-place";
import { dateOf, plainText } from "./cell-value";
import { MergeFiller } from "./merge-filler";
import type { TallCell } from "./merged-cells.server";
import { refuseCell, SheetFileError, type SheetCell, type SheetLimits, type SheetRow } from "./sheet";
import { type CellFormat, isAsStored, shownText } from "./shown-text";
import type { Attributes, PartReader } from "./zip-part.server";

interface RowReaderOptions {
  limits: SheetLimits;
  strings: readonly string[];
  formats: readonly CellFormat[];
  from1904: boolean;
  /** By their first row. */
  merges: readonly TallCell[];
}

/** Puts rows together from a sheet's elements; the value of cells that are merged over rows stands in each of them. */
export class RowReader implements PartReader {
  rows: SheetRow[] = [];
  private readonly place = new CellPlace();
  private hidden = false;
  private cells: SheetCell[] = [];
  private uncalculated: number[] = [];
  private shown: Record<number, string> | undefined;
  private readonly merges: MergeFiller;
  private cell: Attributes = {};
  private value = "";
  private calculated = true;
  private hears = false;
  private inReading = false;
  private rowCount = 0;
  private cellCount = 0;

  constructor(private readonly given: RowReaderOptions) {
    this.merges = new MergeFiller(given.merges, given.limits.columns);
  }

  taken(): SheetRow[] {
    const rows = this.rows;
    this.rows = [];
    return rows;
  }

  open(name: string, attributes: Attributes): void {
    if (name === "row") {
      this.place.enterRow(attributes.r);
      this.hidden = /^(1|true)$/.test(attributes.hidden ?? "");
      this.cells = [];
      this.uncalculated = [];
      this.shown = undefined;
    } else if (name === "c") {
      this.place.enterCell(attributes.r);
      this.cell = attributes;
      this.value = "";
      this.calculated = true;
    } else if (name === "rPh") this.inReading = true;
    else if (name === "v" || name === "t") this.hears = !this.inReading;
    else if (name === "f") this.calculated = this.cell.t === "str";
  }

  text(piece: string): void {
    if (this.hears) this.value += piece;
  }

  close(name: string): void {
    if (name === "v" || name === "t") this.hears = false;
    else if (name === "rPh") this.inReading = false;
    else if (name === "c") this.keepCell();
    else if (name === "row") this.keepRow();
  }

  private keepCell(): void {
    if (this.value === "" && this.calculated) return;
    const { limits } = this.given;
    const { row, column } = this.place;
    const value = this.value === "" ? null : this.cellValue();
    if ((value === null || value === "") && this.calculated) return;
    if (!(column < sheetLimits.sheetColumns))
      throw new SheetFileError("damaged", `第 ${row} 行有一个单元格的位置无效，请用 Excel 另存一份再上传`);
    refuseCell(value, { row, column }, limits);
    if (++this.cellCount > limits.cells)
      throw new SheetFileError("too-big", `工作表的内容超过 ${limits.cells / 10_000} 万个单元格，请拆分后上传`);
    if (this.value === "") return void this.uncalculated.push(column);
    while (this.cells.length < column) this.cells.push(null);
    this.cells[column] = value;
  }

  private keepRow(): void {
    const { cells, uncalculated, shown } = this;
    const row: SheetRow = { row: this.place.row, cells };
    if (this.hidden) row.hidden = true;
    if (uncalculated.length > 0) row.uncalculated = uncalculated;
    if (shown) row.shown = shown;
    this.merges.fill(row);
    if (cells.length === 0 && uncalculated.length === 0) return;
    if (++this.rowCount > this.given.limits.rows)
      throw new SheetFileError("too-big", `工作表超过 ${this.given.limits.rows} 行有内容，请拆分后上传`);
    this.rows.push(row);
    this.cells = [];
  }

  private cellValue(): SheetCell {
    const { value } = this;
    switch (this.cell.t) {
      case "s":
        return this.given.strings[Number(value)] ?? null;
      case "str":
      case "inlineStr":
        return plainText(value);
      case "b":
        return value.trim() === "1" || value.trim() === "true";
      case "e":
        return value;
      case "d":
        return Number.isNaN(Date.parse(value))
          ? value
          : new Date(/[zZ]|[+-]\d\d:?\d\d$/.test(value) || !value.includes("T") ? value : `${value}Z`);
      default: {
        const number = Number(value);
        if (!Number.isFinite(number)) return value;
        return this.formatted(number);
      }
    }
  }

  private formatted(number: number): SheetCell {
    const format = this.given.formats[Number(this.cell.s ?? 0)];
    if (!format || format.kind === "general") return number;
    const text = shownText(format, number);
    if (text !== undefined && !isAsStored(format.kind, text, number)) (this.shown ??= {})[this.place.column] = text;
    if (format.kind === "number") return number;
    return dateOf(number, { from1904: this.given.from1904, isTime: format.kind === "time" });
  }
}
