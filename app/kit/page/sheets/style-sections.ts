import { opened, rewritePiece, type Tag, withAttribute } from "./xml-tags.server";

/** What a workbook's part of styles holds, section by section, for things to be added at their ends. */
export class StyleSections {
  readonly prefix: string;
  private readonly end: number;
  private readonly sections = new Map<string, Section>();

  constructor(private readonly text: string) {
    let depth = 0;
    let root: Tag | undefined;
    let end = text.length;
    let section: Section | undefined;
    let item = 0;
    rewritePiece(text, {
      dropping: false,
      tag: (tag) => {
        const after = tag.from + tag.text.length;
        if (tag.kind === "close") depth--;
        if (depth === 0 && tag.kind === "open") root = tag;
        else if (depth === 0) end = tag.from;
        else if (depth === 1 && tag.kind === "close") section!.inner = tag.from;
        else if (depth === 1) this.sections.set(tag.name, (section = { tag, inner: after, items: [] }));
        else if (depth === 2 && tag.kind === "open") item = tag.from;
        else if (depth === 2) section!.items.push(text.slice(tag.kind === "empty" ? tag.from : item, after));
        if (tag.kind === "open") depth++;
        return undefined;
      },
    });
    this.prefix = root?.prefix ?? "";
    this.end = end;
  }

  items(name: string): readonly string[] {
    return this.sections.get(name)?.items ?? [];
  }

  /** The text with more items in these sections; `usual` are those that one has to begin with. Names in them have no prefix. */
  with(additions: readonly { section: string; usual: readonly string[]; more: readonly string[] }[]): string {
    return additions
      .map(({ section, usual, more }) => this.changed(section, usual, more))
      .sort((one, other) => one.at - other.at)
      .reduceRight((text, { at, to, xml }) => text.slice(0, at) + xml + text.slice(to), this.text);
  }

  private changed(name: string, usual: readonly string[], more: readonly string[]) {
    const section = this.sections.get(name);
    const first = section?.items.length ? [] : usual.map((xml) => this.named(xml));
    const items = [...first, ...more].join("");
    const count = String((section?.items.length ?? 0) + first.length + more.length);
    const close = `</${this.prefix}${name}>`;
    if (!section) {
      const later = order.slice(order.indexOf(name) + 1).find((one) => this.sections.has(one));
      const at = later ? this.sections.get(later)!.tag.from : this.end;
      return { at, to: at, xml: `<${this.prefix}${name} count="${count}">${items}${close}` };
    }
    const { tag, inner } = section;
    const head = withAttribute(opened(tag), "count", count);
    const before = this.text.slice(tag.from + tag.text.length, inner);
    return { at: tag.from, to: inner, xml: head + before + items + (tag.kind === "empty" ? close : "") };
  }

  named(xml: string): string {
    return this.prefix === "" ? xml : xml.replace(/<(\/?)/g, `<$1${this.prefix}`);
  }
}

interface Section {
  tag: Tag;
  inner: number;
  items: string[];
}

const order = [
  "numFmts",
  "fonts",
  "fills",
  "borders",
  "cellStyleXfs",
  "cellXfs",
  "cellStyles",
  "dxfs",
  "tableStyles",
  "colors",
  "extLst",
];
