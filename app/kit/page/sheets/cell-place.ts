import { beyond, sheetLimits } from "~/kit/ground/files/limits";
import { columnOf, SheetFileError } from "./sheet";

/** Where a row and its cells stand: as their references say, else one after the last. */
export class CellPlace {
  row = 0;
  column = -1;
  private rows = 0;

  enterRow(reference: string | undefined): void {
    this.row = Number(reference) || this.row + 1;
    if (this.row > sheetLimits.sheetRows || ++this.rows > sheetLimits.sheetRows)
      throw new SheetFileError("too-big", `${beyond.sheetRows(sheetLimits.sheetRows)}，请删去多余的空行后再上传`);
    this.column = -1;
  }

  enterCell(reference: string | undefined): void {
    const named = reference ? columnOf(reference) : -1;
    this.column = named >= 0 ? named : this.column + 1;
  }
}
