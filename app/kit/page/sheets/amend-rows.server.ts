import type { SheetPlan } from "./amend-plan.server";
import type { RowFault } from "./amend-sheet.server";
import type { StyleBook } from "./amend-styles.server";
import { CellPlace } from "./cell-place";
import { columnName, columnOf } from "./sheet";
import { attributeIn, opened, type Tag, type TagEditor, withAttribute, asBytes } from "./xml-tags.server";

interface RowAmendment {
  plan: SheetPlan;
  headerRow: number;
  header: string;
  errors: ReadonlyMap<number, RowFault>;
  styles: StyleBook;
}

/** Writes the errors into a sheet's rows and colours the wrong cells; whatever else a sheet holds passes as it is. */
export class RowEditor implements TagEditor {
  dropping = false;
  private stage: "before" | "rows" | "after" = "before";
  private readonly place = new CellPlace();
  private readonly columns: ColumnEditor;
  /** Rows to write that the sheet does not have, in their order. */
  private readonly missing: number[];
  private row: EditedRow | undefined;

  constructor(private readonly given: RowAmendment) {
    const { plan, headerRow, errors } = given;
    this.columns = new ColumnEditor(plan.replaces ? undefined : plan.column);
    this.missing = [...new Set([headerRow, ...errors.keys()])]
      .filter((row) => row > 0 && !plan.rows.has(row))
      .sort((one, other) => one - other);
  }

  tag(tag: Tag): string | undefined {
    if (tag.name === "sheetData") return this.sheetData(tag);
    if (this.stage === "before") {
      if (tag.name === "dimension" && tag.kind !== "close") return this.dimension(tag);
      return tag.name === "col" || tag.name === "cols" ? this.columns.tag(tag) : undefined;
    }
    if (this.stage === "rows") {
      if (tag.name === "row") return tag.kind === "close" ? this.leaveRow(tag) : this.enterRow(tag);
      if (tag.name === "c" && this.row) return this.cell(tag, this.row);
    }
    return this.dropping ? "" : undefined;
  }

  private sheetData(tag: Tag): string | undefined {
    if (tag.kind === "close") {
      this.stage = "after";
      return this.rowsBefore(Infinity, tag.prefix) + tag.text;
    }
    const columns = this.columns.missing(tag.prefix);
    if (tag.kind === "open") {
      this.stage = "rows";
      return columns + tag.text;
    }
    this.stage = "after";
    return `${columns}${opened(tag)}${this.rowsBefore(Infinity, tag.prefix)}</${tag.prefix}sheetData>`;
  }

  private dimension(tag: Tag): string | undefined {
    const [, first, from, last = first, to = from] =
      /^([A-Z]{1,3})(\d+)(?::([A-Z]{1,3})(\d+))?$/.exec(attributeIn(tag.text, "ref") ?? "") ?? [];
    if (!first || !last) return undefined;
    const end = columnName(Math.max(columnOf(last), this.given.plan.column));
    return withAttribute(tag.text, "ref", `${first}${from}:${end}${Math.max(Number(to), this.missing.at(-1) ?? 0)}`);
  }

  private enterRow(tag: Tag): string | undefined {
    this.place.enterRow(attributeIn(tag.text, "r"));
    const before = this.rowsBefore(this.place.row, tag.prefix);
    const row = this.edited(this.place.row, tag.text);
    if (!row) return before === "" ? undefined : before + tag.text;
    const text = row.widened(tag.text);
    if (tag.kind === "empty")
      return before + opened({ ...tag, text }) + row.cellsBefore(Infinity, tag.prefix) + `</${tag.prefix}row>`;
    this.row = row;
    return before + text;
  }

  private leaveRow(tag: Tag): string | undefined {
    const cells = this.row?.cellsBefore(Infinity, tag.prefix);
    this.row = undefined;
    return cells ? cells + tag.text : undefined;
  }

  private cell(tag: Tag, row: EditedRow): string | undefined {
    if (tag.kind === "close") {
      const dropped = this.dropping;
      this.dropping = false;
      return dropped ? "" : undefined;
    }
    this.place.enterCell(attributeIn(tag.text, "r"));
    const { column } = this.place;
    const style = Number(attributeIn(tag.text, "s") ?? 0);
    const before = row.cellsBefore(column, tag.prefix);
    const own = row.ownCell(column, tag.prefix);
    if (own !== undefined) {
      this.dropping = tag.kind === "open";
      return before + own;
    }
    const now = row.style(column, style);
    return before + (now === style ? tag.text : withAttribute(tag.text, "s", String(now)));
  }

  private rowsBefore(row: number, prefix: string): string {
    let rows = "";
    while (this.missing.length > 0 && this.missing[0]! < row) {
      const at = this.missing.shift()!;
      rows += `<${prefix}row r="${at}">${this.edited(at)!.cellsBefore(Infinity, prefix)}</${prefix}row>`;
    }
    return rows;
  }

  private edited(row: number, tag = ""): EditedRow | undefined {
    const { plan, headerRow, header, errors, styles } = this.given;
    const fault = errors.get(row);
    const isHeader = row === headerRow;
    const clears = plan.replaces && row > headerRow;
    if (!fault && !clears && (!isHeader || plan.replaces)) return undefined;
    return new EditedRow(
      {
        row,
        column: plan.column,
        isHeader,
        clears,
        words: isHeader ? (plan.replaces ? undefined : header) : fault?.text,
        wrong: fault?.columns ?? [],
      },
      styles,
      (column) =>
        /^(1|true)$/.test(attributeIn(tag, "customFormat") ?? "")
          ? Number(attributeIn(tag, "s") ?? 0)
          : this.columns.styleOf(column),
    );
  }
}

/** Makes room for the words of errors: the column is wide and shown, whatever it was; its neighbours stay. */
class ColumnEditor {
  private readonly styles: { from: number; to: number; style: number }[] = [];
  private written = false;

  /** `column` counts from 0; undefined leaves all widths as they are. */
  constructor(private readonly column: number | undefined) {}

  tag(tag: Tag): string | undefined {
    if (tag.name === "cols") {
      if (this.written || this.column === undefined) return undefined;
      if (tag.kind === "close") return this.own(tag.prefix) + tag.text;
      return tag.kind === "empty" ? `${opened(tag)}${this.own(tag.prefix)}</${tag.prefix}cols>` : undefined;
    }
    if (tag.kind === "close") return undefined;
    const from = Number(attributeIn(tag.text, "min"));
    const to = Number(attributeIn(tag.text, "max"));
    this.styles.push({ from, to, style: Number(attributeIn(tag.text, "style") ?? 0) });
    if (this.written || this.column === undefined) return undefined;
    const at = this.column + 1;
    if (to < at) return undefined;
    if (from > at) return this.own(tag.prefix) + tag.text;
    const part = (min: number, max: number) =>
      min > max ? "" : closed(tag, withAttribute(withAttribute(tag.text, "min", String(min)), "max", String(max)));
    return part(from, at - 1) + this.own(tag.prefix) + part(at + 1, to);
  }

  missing(prefix: string): string {
    return this.written || this.column === undefined ? "" : `<${prefix}cols>${this.own(prefix)}</${prefix}cols>`;
  }

  styleOf(column: number): number {
    return this.styles.find(({ from, to }) => from <= column + 1 && column < to)?.style ?? 0;
  }

  private own(prefix: string): string {
    this.written = true;
    const at = this.column! + 1;
    return `<${prefix}col min="${at}" max="${at}" width="60" customWidth="1"/>`;
  }
}

const closed = (tag: Tag, text: string) => (tag.kind === "open" ? text.replace(/>$/, "/>") : text);

interface Edit {
  row: number;
  column: number;
  words: string | undefined;
  isHeader: boolean;
  wrong: readonly number[];
  /** An earlier run's words and colours go. */
  clears: boolean;
}

/** The cells that are written into one row, each before the first that stands after it. */
class EditedRow {
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

function escapeText(text: string): string {
  return text
    .slice(0, 32_767)
    .replace(/\r\n?/g, "\n")
    .replace(/[\0-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]/g, "")
    .replace(/_(?=x[0-9A-Fa-f]{4}_)/g, "_x005F_")
    .replace(/&/g, "&amp;")
    .replace(/</g, "&lt;")
    .replace(/>/g, "&gt;");
}
