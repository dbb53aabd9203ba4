import { promisify } from "node:util";
import { inflate } from "node:zlib";
import { parse, type OSMOptions } from "osm-pbf-parser-node";
import type { OsmCollector } from "./collector";
import type { MemberType, OsmMember, OsmTags } from "./extract";
import { nodeTagKeys } from "./kept-tags";
import { OsmFileError, type OsmFault } from "./osm-file-error";
import { countElements, pbfFields } from "./pbf-bytes";

const maxHeaderBytes = 64 * 1024;
const maxBlobBytes = 32 * 2 ** 20;
const maxBlockElements = 500_000;
const features = new Set(["OsmSchema-V0.6", "DenseNodes"]);
const inflated = promisify(inflate) as (bytes: Uint8Array, options: { maxOutputLength: number }) => Promise<Buffer>;

interface Parsed {
  type: MemberType;
  id: number;
  lat?: number;
  lon?: number;
  refs?: number[];
  members?: OsmMember[];
  tags?: OsmTags;
}

/** Reads OSM PBF block by block; every length is checked before its bytes are asked for. */
export class PbfReader {
  private pending: Uint8Array[] = [];
  private size = 0;
  private offset = 0;
  private needed = 4;
  private expects: "length" | "header" | "OSMHeader" | "OSMData" | "other" = "length";
  private begun = false;

  constructor(
    private readonly into: () => OsmCollector,
    private readonly spend: (bytes: number) => void,
  ) {}

  where(): string {
    return `第 ${this.offset} 字节`;
  }

  async write(bytes: Uint8Array): Promise<void> {
    this.pending.push(bytes);
    this.size += bytes.length;
    while (this.size >= this.needed) {
      const length = this.needed;
      await this.take(this.shift(length));
      this.offset += length;
    }
  }

  end(): void {
    if (this.size || this.expects !== "length")
      throw this.fault("truncated", "文件不完整，末尾缺失", "请重新下载或重新导出");
  }

  private shift(length: number): Uint8Array {
    const all = this.pending.length === 1 ? this.pending[0]! : Buffer.concat(this.pending);
    this.pending = length < all.length ? [all.subarray(length)] : [];
    this.size -= length;
    return all.subarray(0, length);
  }

  private async take(bytes: Uint8Array): Promise<void> {
    if (this.expects === "length") {
      this.needed = Buffer.from(bytes.buffer, bytes.byteOffset, 4).readUInt32BE();
      if (!this.needed || this.needed > maxHeaderBytes)
        throw this.fault("damaged", "数据块的长度有误", "请重新下载或重新导出");
      this.expects = "header";
    } else if (this.expects === "header") this.header(bytes);
    else {
      const kind = this.expects;
      this.expects = "length";
      this.needed = 4;
      if (kind !== "other") await this.blob(kind, bytes);
    }
  }

  private header(bytes: Uint8Array): void {
    let kind = "";
    let size = -1;
    for (const field of this.fields(bytes)) {
      if (field.number === 1 && field.bytes) kind = Buffer.from(field.bytes).toString("latin1");
      if (field.number === 3) size = field.value;
    }
    if (size < 0 || size > maxBlobBytes)
      throw this.fault(
        "unsafe",
        `数据块声称有 ${Math.max(size, 0).toLocaleString("en")} 字节`,
        "这不是正常的地图文件，请重新从 OSM 导出",
      );
    if (!this.begun && kind !== "OSMHeader")
      throw this.fault("damaged", "文件开头缺少 OSMHeader", "请重新下载或重新导出");
    this.begun = true;
    this.expects = kind === "OSMHeader" || kind === "OSMData" ? kind : "other";
    this.needed = size;
  }

  private async blob(kind: "OSMHeader" | "OSMData", bytes: Uint8Array): Promise<void> {
    const block = await this.unzip(bytes);
    this.spend(block.length);
    if (kind === "OSMHeader") return this.checkFeatures(block);
    let elements: Parsed[];
    try {
      if (countElements(block) > maxBlockElements)
        throw this.fault("unsafe", "单个数据块的内容过多", "请重新从 OSM 导出");
      elements = parse(Buffer.from(block.buffer, block.byteOffset, block.length), wanted) as Parsed[];
    } catch (error) {
      throw error instanceof OsmFileError && error.where
        ? error
        : this.fault("damaged", "数据块内容有误", "请重新下载或重新导出");
    }
    for (const element of elements) this.hand(element);
  }

  private async unzip(bytes: Uint8Array): Promise<Uint8Array> {
    let raw: Uint8Array | undefined;
    let zipped: Uint8Array | undefined;
    let other = 0;
    for (const field of this.fields(bytes)) {
      if (field.number === 1) raw = field.bytes;
      else if (field.number === 3) zipped = field.bytes;
      else if (field.number > 3) other = field.number;
    }
    if (raw) return raw;
    if (!zipped)
      throw this.fault(
        "damaged",
        other ? "数据块用了不支持的压缩方式" : "数据块是空的",
        "请用 zlib 压缩重新导出 .osm.pbf",
      );
    try {
      return await inflated(zipped, { maxOutputLength: maxBlobBytes });
    } catch (error) {
      const bomb = (error as NodeJS.ErrnoException).code === "ERR_BUFFER_TOO_LARGE";
      throw bomb
        ? this.fault("unsafe", "数据块解压后超过 32 MB", "这不是正常的地图文件，请重新从 OSM 导出")
        : this.fault("damaged", "数据块无法解压", "请重新下载或重新导出");
    }
  }

  private checkFeatures(block: Uint8Array): void {
    for (const { number, bytes } of this.fields(block)) {
      const feature = number === 4 && bytes ? Buffer.from(bytes).toString("utf8") : "";
      if (feature && !features.has(feature))
        throw this.fault("not-osm", `文件需要不支持的特性 ${feature.slice(0, 40)}`, "请导出当前数据（不含历史版本）");
    }
  }

  private hand({ type, id, lat, lon, refs, members, tags = {} }: Parsed): void {
    if (type === "node") this.into().node(id, lon ?? NaN, lat ?? NaN, tags);
    else if (type === "way") this.into().way(id, refs ?? [], tags);
    else if (members?.every((member) => member.type && typeof member.role === "string"))
      this.into().relation(id, members, tags);
    else throw this.fault("damaged", `关系 ${id} 的成员有误`, "请重新下载或重新导出");
  }

  private fields(bytes: Uint8Array) {
    try {
      return [...pbfFields(bytes)];
    } catch {
      throw this.fault("damaged", "数据块的长度有误", "请重新下载或重新导出");
    }
  }

  private fault(fault: OsmFault, what: string, advice: string): OsmFileError {
    return new OsmFileError(fault, what, advice, this.where());
  }
}

/** The decoder takes the tag choice itself where its type says options. */
const wanted = { node: [...nodeTagKeys], way: true, relation: true } as OSMOptions;
