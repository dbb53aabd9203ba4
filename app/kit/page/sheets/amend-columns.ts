import { attributeIn, opened, type Tag, withAttribute } from "./xml-tags.server";

/** Makes room for the words of errors: the column is wide and shown, whatever it was; its neighbours stay. */
export class ColumnEditor {
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

  /** What a sheet without widths gets before its rows; empty where it has them. */
  missing(prefix: string): string {
    return this.written || this.column === undefined ? "" : `<${prefix}cols>${this.own(prefix)}</${prefix}cols>`;
  }

  /** The style of cells that are not written. */
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
