import { sheetLimits } from "~/kit/ground/files/limits";
import { CellPlace } from "./cell-place";
import { plainText } from "./cell-value";
import { columnOf, SheetFileError } from "./sheet";
import type { Attributes, PartReader, Parts } from "./zip-part.server";

export interface SheetPlan {
  /** Where the errors are written, counted from 0. */
  column: number;
  replaces: boolean;
  /** Rows to write in that the sheet's XML has. */
  rows: ReadonlySet<number>;
}

interface SheetAmendment {
  headerRow: number;
  header: string;
  rows: ReadonlySet<number>;
  headers: ReadonlySet<number>;
}

/** Finds in one reading where a sheet's errors go: over those of an earlier run, else after the last column that holds something. */
export async function planSheet(parts: Parts, part: string, asked: SheetAmendment): Promise<SheetPlan> {
  const reader = new PlanReader(asked);
  await parts.readAll(part, reader);
  const { last, former, rows } = reader;
  const column = former ?? last + 1;
  if (column >= sheetLimits.sheetColumns)
    throw new SheetFileError("too-big", "工作表的最后一列也有内容，没有空列可写导入结果，请删去多余的列");
  return { column, replaces: former !== undefined, rows };
}

class PlanReader implements PartReader {
  last = -1;
  former: number | undefined;
  readonly rows = new Set<number>();
  private inRows = false;
  private readonly place = new CellPlace();
  private cell: Attributes = {};
  private value = "";
  private formula = false;
  private hears = false;
  private inReading = false;

  constructor(private readonly asked: SheetAmendment) {}

  open(name: string, attributes: Attributes): void {
    const { r, ref } = attributes;
    if (name === "sheetData") this.inRows = true;
    else if (name === "mergeCell" && ref) this.last = Math.max(this.last, columnOf(ref.slice(ref.indexOf(":") + 1)));
    else if (!this.inRows) return;
    else if (name === "row") {
      this.place.enterRow(r);
      if (this.asked.rows.has(this.place.row)) this.rows.add(this.place.row);
    } else if (name === "c") {
      this.place.enterCell(r);
      this.cell = attributes;
      this.value = "";
      this.formula = false;
    } else if (name === "f") this.formula = true;
    else if (name === "rPh") this.inReading = true;
    else if (name === "v" || name === "t") this.hears = !this.inReading;
  }

  text(piece: string): void {
    if (this.hears && this.value.length <= this.asked.header.length) this.value += piece;
  }

  close(name: string): void {
    if (name === "v" || name === "t") this.hears = false;
    else if (name === "rPh") this.inReading = false;
    else if (name === "c" && this.inRows) this.leaveCell();
    else if (name === "sheetData") this.inRows = false;
  }

  private leaveCell(): void {
    const { row, column } = this.place;
    if (this.value === "" && !this.formula) return;
    this.last = Math.max(this.last, column);
    if (row === this.asked.headerRow && !this.formula && this.isHeader()) this.former ??= column;
    // Its place in the order of calculation could not be kept.
    else if (this.formula && column === this.former) this.former = undefined;
  }

  private isHeader(): boolean {
    if (this.cell.t === "s") return this.asked.headers.has(Number(this.value));
    return (this.cell.t === "str" || this.cell.t === "inlineStr") && plainText(this.value) === this.asked.header;
  }
}
