import { attributeIn, withAttribute, opened, rewritePiece, type Tag } from "./xml-tags.server";

/** Adds styles to a workbook's: for each of a cell's styles one that is the same but for its background, and one for the words of errors. */
export class StyleBook {
  private readonly sections: StyleSections;
  private readonly xfs: readonly string[];
  private readonly red: ReadonlySet<number>;
  private readonly added: string[] = [];
  private readonly made = new Map<string, number>();
  private plain: Map<string, number> | undefined;

  constructor(private readonly text: string) {
    this.sections = new StyleSections(text);
    const { xfs, fills } = { xfs: this.sections.items("cellXfs"), fills: this.sections.items("fills") };
    this.xfs = xfs.length > 0 ? xfs : [this.sections.named("<xf/>")];
    this.red = new Set(fills.flatMap((fill, at) => (fill.includes(background) ? [at] : [])));
  }

  colour(style: number): number {
    const xf = this.xf(style);
    return this.isRed(xf) ? style : (this.add(withPart(xf, "fill", this.count("fills", 2))) ?? style);
  }

  /** The style of a cell that an earlier run coloured; where its own is lost, the same without a background. */
  uncolour(style: number): number {
    const xf = this.xf(style);
    if (!this.isRed(xf)) return style;
    this.plain ??= new Map(
      this.xfs.flatMap((one, at) => (this.isRed(one) ? [] : [[withoutFill(one), at] as const])).reverse(),
    );
    return this.plain.get(withoutFill(xf)) ?? this.add(withPart(xf, "fill", 0)) ?? style;
  }

  words(): number {
    return this.add(withPart(this.xf(0), "font", this.count("fonts", 1))) ?? 0;
  }

  written(): string {
    if (this.added.length === 0) return this.text;
    const { sections } = this;
    return sections.with([
      { section: "fonts", usual: [font], more: [this.font(sections.items("fonts")[0] ?? sections.named(font))] },
      { section: "fills", usual: fills, more: [sections.named(redFill)] },
      { section: "cellXfs", usual: ["<xf/>"], more: this.added },
    ]);
  }

  private count(section: string, usual: number): number {
    return this.sections.items(section).length || usual;
  }

  private xf(style: number): string {
    return this.xfs[style] ?? this.sections.named("<xf/>");
  }

  private isRed(xf: string): boolean {
    return this.red.has(Number(attributeIn(firstTag(xf), "fillId") ?? 0));
  }

  /** Undefined beyond the styles that Excel can hold. */
  private add(xf: string): number | undefined {
    const made = this.made.get(xf);
    if (made !== undefined) return made;
    const at = this.xfs.length + this.added.length;
    if (at >= mostStyles) return undefined;
    this.added.push(xf);
    this.made.set(xf, at);
    return at;
  }

  private font(usual: string): string {
    const { prefix } = this.sections;
    const color = `<${prefix}color rgb="FFC00000"/>`;
    const bare = usual.replace(/<(?:[\w.-]+:)?color\b[^>]*\/>/, "");
    const size = /<(?:[\w.-]+:)?sz\b[^>]*\/>/;
    return size.test(bare)
      ? bare.replace(size, (sz) => sz + color)
      : bare.replace(/^<[^>]*[^/]>/, (tag) => tag + color);
  }
}

const mostStyles = 64_000;
const background = '"FFFFC7CE"';
const font = '<font><sz val="11"/><name val="Calibri"/></font>';
const fills = ['<fill><patternFill patternType="none"/></fill>', '<fill><patternFill patternType="gray125"/></fill>'];
const redFill = `<fill><patternFill patternType="solid"><fgColor rgb=${background}/><bgColor indexed="64"/></patternFill></fill>`;

const firstTag = (xf: string) => xf.slice(0, xf.indexOf(">") + 1);

function withPart(xf: string, what: "fill" | "font", id: number): string {
  const tag = firstTag(xf);
  const applied = `apply${what === "fill" ? "Fill" : "Font"}`;
  return withAttribute(withAttribute(tag, `${what}Id`, String(id)), applied, "1") + xf.slice(tag.length);
}

const withoutFill = (xf: string) => withPart(xf, "fill", 0);

export const emptyStyles = `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>
<styleSheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><fonts count="1">${font}</fonts><fills count="2">${fills.join("")}</fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/></cellXfs><cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>`;

/** What a workbook's part of styles holds, section by section, for things to be added at their ends. */
class StyleSections {
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
