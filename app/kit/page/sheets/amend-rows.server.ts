import { ColumnEditor } from "./amend-columns";
import type { SheetPlan } from "./amend-plan.server";
import type { RowFault } from "./amend-sheet.server";
import type { StyleBook } from "./amend-styles.server";
import { CellPlace } from "./cell-place";
import { EditedRow } from "./edited-row";
import { columnName, columnOf } from "./sheet";
import { attributeIn, opened, type Tag, type TagEditor, withAttribute } from "./xml-tags.server";

interface Given {
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

  constructor(private readonly given: Given) {
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
