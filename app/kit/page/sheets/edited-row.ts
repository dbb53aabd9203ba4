import type { StyleBook } from "./amend-styles.server";
import { columnName } from "./sheet";
import { asBytes, attributeIn, withAttribute } from "./xml-tags.server";

interface Edit {
  row: number;
  /** Where `words` go. */
  column: number;
  words: string | undefined;
  isHeader: boolean;
  wrong: readonly number[];
  /** An earlier run's words and colours go. */
  clears: boolean;
}

/** The cells that are written into one row, each before the first that stands after it. */
export class EditedRow {
  private readonly pending: number[];
  private readonly wrong: ReadonlySet<number>;
  private lastStyle = 0;

  constructor(
    private readonly edit: Edit,
    private readonly styles: StyleBook,
    private readonly emptyStyle: (column: number) => number,
  ) {
    this.wrong = new Set(edit.wrong.filter((column) => column !== edit.column));
    const columns = edit.words ? [...this.wrong, edit.column] : [...this.wrong];
    this.pending = columns.sort((one, other) => one - other);
  }

  cellsBefore(column: number, prefix: string): string {
    let cells = "";
    while (this.pending.length > 0 && this.pending[0]! < column) cells += this.written(this.pending.shift()!, prefix);
    return cells;
  }

  /** What stands for the cell that the sheet has here; undefined where that one stays. */
  ownCell(column: number, prefix: string): string | undefined {
    const { words, clears } = this.edit;
    const found = this.pending[0] === column;
    if (found) this.pending.shift();
    if (column !== this.edit.column || !(words || clears)) return undefined;
    return found ? this.written(column, prefix) : "";
  }

  /** The style of the cell that the sheet has here. */
  style(column: number, style: number): number {
    this.lastStyle = style;
    if (this.wrong.has(column)) return this.styles.colour(style);
    return this.edit.clears ? this.styles.uncolour(style) : style;
  }

  /** A row's tag whose own count of its columns, where it has one, holds these too. */
  widened(tag: string): string {
    const spans = attributeIn(tag, "spans");
    const last = (this.pending.at(-1) ?? -1) + 1;
    return spans
      ? withAttribute(
          tag,
          "spans",
          spans.replace(/\d+$/, (to) => String(Math.max(Number(to), last))),
        )
      : tag;
  }

  private written(column: number, prefix: string): string {
    const { row, words, isHeader } = this.edit;
    const place = `${prefix}c r="${columnName(column)}${row}"`;
    if (column !== this.edit.column) return `<${place} s="${this.styles.colour(this.emptyStyle(column))}"/>`;
    const style = isHeader ? this.lastStyle : this.styles.words();
    return `<${place} s="${style}" t="inlineStr"><${prefix}is><${prefix}t xml:space="preserve">${asBytes(escapeText(words!))}</${prefix}t></${prefix}is></${prefix}c>`;
  }
}

/** A text as a cell can hold it. */
function escapeText(text: string): string {
  return (
    text
      .slice(0, 32_767)
      .replace(/\r\n?/g, "\n")
      // eslint-disable-next-line no-control-regex
      .replace(/[\0-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]/g, "")
      .replace(/_(?=x[0-9A-Fa-f]{4}_)/g, "_x005F_")
      .replace(/&/g, "&amp;")
      .replace(/</g, "&lt;")
      .replace(/>/g, "&gt;")
  );
}
