import { SaxesParser } from "saxes";
import { beyond, mapLimits } from "~/kit/ground/files/limits";
import type { OsmCollector } from "./collector";
import type { MemberType, OsmMember } from "./extract";
import { OsmFileError, type OsmFault } from "./osm-file-error";

type Attributes = Readonly<Record<string, string | undefined>>;

interface Element {
  kind: MemberType;
  id: number;
  lng: number;
  lat: number;
  tags: Record<string, string>;
  tagCount: number;
  refs: number[];
  members: OsmMember[];
  gone: boolean;
}

/** Reads OSM XML as it arrives; the parser knows no DOCTYPE, so entities cannot expand. */
export class XmlReader {
  private readonly parser = new SaxesParser();
  private readonly text = new TextDecoder("utf-8", { fatal: true });
  private element: Element | undefined;
  private depth = 0;
  private quiet = 0;
  private begun = false;

  constructor(private readonly into: () => OsmCollector) {
    this.parser.on("xmldecl", ({ encoding }) => {
      if (encoding && !/^utf-?8$/i.test(encoding))
        throw this.fault("not-osm", `文件编码是 ${encoding.slice(0, 20)}`, "请另存为 UTF-8 后重试");
    });
    this.parser.on("doctype", (text) => {
      if (/^\s*html\b/i.test(text)) this.openRoot("html");
      throw this.fault("unsafe", "文件带有 DOCTYPE 声明", "OSM 文件不应有此声明，请重新从 OSM 导出");
    });
    this.parser.on("opentag", (tag) => this.open(tag.name, tag.attributes));
    this.parser.on("closetag", () => this.close());
  }

  where(): string {
    return `第 ${this.parser.line} 行`;
  }

  write(bytes: Uint8Array): void {
    this.quiet += bytes.length;
    this.feed(() => this.text.decode(bytes, { stream: true }));
    if (this.quiet > mapLimits.quietBytes) throw this.fault("unsafe", "文件里有异常长的一段内容", "请重新从 OSM 导出");
  }

  end(): void {
    this.feed(() => this.text.decode());
    if (!this.begun) throw new OsmFileError("empty", "文件中没有任何内容", "请重新导出后上传");
    try {
      this.parser.close();
    } catch {
      throw this.fault("truncated", "文件不完整，末尾缺失", "请重新下载或重新导出");
    }
  }

  private feed(decode: () => string): void {
    let text: string;
    try {
      text = decode();
    } catch {
      throw this.fault("damaged", "文件含有不是 UTF-8 的内容", "请重新导出文件");
    }
    try {
      this.parser.write(text);
    } catch (error) {
      if (error instanceof OsmFileError) throw error;
      throw this.fault("damaged", "XML 格式有误", "请重新导出文件");
    }
  }

  private open(name: string, attributes: Attributes): void {
    this.quiet = 0;
    this.depth += 1;
    if (this.depth === 1) return this.openRoot(name);
    if (this.depth > mapLimits.depth) throw this.fault("damaged", "标签嵌套过深", "请重新从 OSM 导出");
    const inside = this.element;
    if (this.depth === 2 && (name === "node" || name === "way" || name === "relation"))
      this.element = this.begin(name, attributes);
    else if (!inside) return;
    else if (name === "tag") this.tag(inside, attributes);
    else if (name === "nd" && inside.kind === "way") this.item(inside).refs.push(this.number(attributes, "ref"));
    else if (name === "member" && inside.kind === "relation") this.item(inside).members.push(this.member(attributes));
  }

  private close(): void {
    this.quiet = 0;
    this.depth -= 1;
    const done = this.element;
    if (this.depth !== 1 || !done) return;
    this.element = undefined;
    if (done.gone) return;
    if (done.kind === "node") this.into().node(done.id, done.lng, done.lat, done.tagCount ? done.tags : undefined);
    else if (done.kind === "way")
      this.into().way(done.id, done.refs.length, done.tags, () => Float64Array.from(done.refs));
    else this.into().relation(done.id, done.members.length, done.tags, () => done.members);
  }

  private openRoot(name: string): void {
    this.begun = true;
    if (name === "osm") return;
    const what = /^html$/i.test(name)
      ? "这是一个网页"
      : name === "osmChange"
        ? "这是 OSM 变更文件（osmChange）"
        : `这是其他 XML 文件（<${name.slice(0, 30)}>）`;
    throw this.fault("not-osm", what, "请上传 .osm、.osm.gz 或 .osm.pbf 地图文件");
  }

  private begin(kind: MemberType, attributes: Attributes): Element {
    const gone = attributes.visible === "false" || attributes.action === "delete";
    const [lng, lat] =
      kind === "node" && !gone ? [this.number(attributes, "lon"), this.number(attributes, "lat")] : [0, 0];
    return { kind, id: this.number(attributes, "id"), lng, lat, tags: {}, tagCount: 0, refs: [], members: [], gone };
  }

  private tag(element: Element, attributes: Attributes): void {
    element.tagCount += 1;
    if (element.tagCount > mapLimits.tags)
      throw this.fault("unsafe", beyond.tags(element.id, mapLimits.tags), "请检查文件来源后重新导出");
    const { k, v } = attributes;
    if (k !== undefined && v !== undefined && k !== "__proto__") element.tags[k] = ownText(v);
  }

  private item(element: Element): Element {
    const { id, refs, members } = element;
    if (refs.length > mapLimits.wayNodes)
      throw this.fault("unsafe", beyond.wayNodes(id, refs.length), "请检查文件来源后重新导出");
    if (members.length > mapLimits.members)
      throw this.fault("unsafe", beyond.members(id, members.length), "请检查文件来源后重新导出");
    return element;
  }

  private member(attributes: Attributes): OsmMember {
    const type = attributes.type;
    if (type !== "node" && type !== "way" && type !== "relation")
      throw this.fault("damaged", "关系成员的类型无效", "请重新导出文件");
    return { type, ref: this.number(attributes, "ref"), role: ownText(attributes.role ?? "") };
  }

  private number(attributes: Attributes, key: string): number {
    const sent = attributes[key];
    const value = sent && sent.length <= 40 && sent.trim() ? Number(sent) : NaN;
    if (!Number.isFinite(value)) throw this.fault("damaged", `属性 ${key} 缺失或不是数字`, "请重新导出文件");
    return value;
  }

  private fault(fault: OsmFault, what: string, advice: string): OsmFileError {
    return new OsmFileError(fault, what, advice, this.where());
  }
}

const longest = 4_096;

/** A text of its own, cut where it is endless: what the parser gives holds on to the piece of the file that it stands in. */
function ownText(text: string): string {
  return text.length < 13 ? text : Buffer.from(text.slice(0, longest)).toString();
}
