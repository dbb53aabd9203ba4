import { columnOf } from "./sheet";

/** Where a row and its cells stand: as their references say, else one after the last. */
export class CellPlace {
  row = 0;
  column = -1;

  enterRow(reference: string | undefined): void {
    this.row = Number(reference) || this.row + 1;
    this.column = -1;
  }

  enterCell(reference: string | undefined): void {
    const named = reference ? columnOf(reference) : -1;
    this.column = named >= 0 ? named : this.column + 1;
  }
}
