import { inflateSync } from "node:zlib";
import { beyond, mapLimits } from "~/kit/ground/files/limits";
import type { OsmCollector } from "./collector";
import { OsmFileError, type OsmFault } from "./osm-file-error";
import { readBlock } from "./pbf-block";
import { pbfFields } from "./pbf-bytes";

const features = new Set(["OsmSchema-V0.6", "DenseNodes"]);

/** Reads OSM PBF block by block; every length is checked before its bytes are asked for. */
export class PbfReader {
  private pending: Uint8Array[] = [];
  private size = 0;
  private offset = 0;
  private needed = 4;
  private expects: "length" | "header" | "OSMHeader" | "OSMData" | "other" = "length";
  private begun = false;
  private blocks = 0;

  /** `spend` is told how many bytes a block unpacks to, before they are looked at, and how many it came as. */
  constructor(
    private readonly into: () => OsmCollector,
    private readonly spend: (unpacked: number, packed: number) => void,
  ) {}

  where(): string {
    return `第 ${this.offset} 字节`;
  }

  write(bytes: Uint8Array): void {
    this.pending.push(bytes);
    this.size += bytes.length;
    while (this.size >= this.needed) {
      const length = this.needed;
      this.take(this.shift(length));
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

  private take(bytes: Uint8Array): void {
    if (this.expects === "length") {
      this.needed = Buffer.from(bytes.buffer, bytes.byteOffset, 4).readUInt32BE();
      if (!this.needed || this.needed > mapLimits.headerBytes)
        throw this.fault("damaged", "数据块的长度有误", "请重新下载或重新导出");
      this.expects = "header";
    } else if (this.expects === "header") this.header(bytes);
    else {
      const kind = this.expects;
      this.expects = "length";
      this.needed = 4;
      if (kind !== "other") this.blob(kind, bytes);
    }
  }

  private header(bytes: Uint8Array): void {
    let kind = "";
    let size = -1;
    for (const field of this.fields(bytes)) {
      if (field.number === 1 && field.bytes) kind = Buffer.from(field.bytes).toString("latin1");
      if (field.number === 3) size = field.value;
    }
    if (size < 0 || size > mapLimits.blockBytes)
      throw this.fault(
        "unsafe",
        `数据块声称有 ${Math.max(size, 0).toLocaleString("en")} 字节`,
        "这不是正常的地图文件，请重新从 OSM 导出",
      );
    if (!this.begun && kind !== "OSMHeader")
      throw this.fault("damaged", "文件开头缺少 OSMHeader", "请重新下载或重新导出");
    this.begun = true;
    if (++this.blocks > mapLimits.blocks)
      throw this.fault("unsafe", beyond.blocks(mapLimits.blocks), "请重新从 OSM 导出");
    this.expects = kind === "OSMHeader" || kind === "OSMData" ? kind : "other";
    this.needed = size;
  }

  private blob(kind: "OSMHeader" | "OSMData", bytes: Uint8Array): void {
    const block = this.unzip(bytes);
    if (kind === "OSMHeader") return this.checkFeatures(block);
    try {
      readBlock(block, this.into());
    } catch (error) {
      if (error instanceof OsmFileError && error.where) throw error;
      throw error instanceof OsmFileError
        ? this.fault(error.fault, error.what, error.advice)
        : this.fault("damaged", "数据块内容有误", "请重新下载或重新导出");
    }
  }

  private unzip(bytes: Uint8Array): Uint8Array {
    let raw: Uint8Array | undefined;
    let zipped: Uint8Array | undefined;
    let claimed = 0;
    let other = 0;
    for (const field of this.fields(bytes)) {
      if (field.number === 1) raw = field.bytes;
      else if (field.number === 2) claimed = field.value;
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
    if (claimed < 0 || claimed > mapLimits.blockBytes) throw this.tooLong();
    this.spend(claimed, zipped.length);
    try {
      const unzipped = inflateSync(zipped, { maxOutputLength: claimed || mapLimits.blockBytes });
      if (!claimed) this.spend(unzipped.length, zipped.length);
      return unzipped;
    } catch (error) {
      if (error instanceof OsmFileError) throw error;
      if ((error as NodeJS.ErrnoException).code === "ERR_BUFFER_TOO_LARGE" && !claimed) throw this.tooLong();
      throw this.fault("damaged", "数据块无法解压，或比它声称的长", "请重新下载或重新导出");
    }
  }

  private tooLong(): OsmFileError {
    return this.fault("unsafe", beyond.blockBytes(mapLimits.blockBytes), "这不是正常的地图文件，请重新从 OSM 导出");
  }

  private checkFeatures(block: Uint8Array): void {
    for (const { number, bytes } of this.fields(block)) {
      const feature = number === 4 && bytes ? Buffer.from(bytes).toString("utf8") : "";
      if (feature && !features.has(feature))
        throw this.fault("not-osm", `文件需要不支持的特性 ${feature.slice(0, 40)}`, "请导出当前数据（不含历史版本）");
    }
  }

  private *fields(bytes: Uint8Array) {
    let count = 0;
    try {
      for (const field of pbfFields(bytes)) {
        if (++count > mostFields) throw new Error("too many fields");
        yield field;
      }
    } catch {
      throw this.fault("damaged", "数据块的长度或字段有误", "请重新下载或重新导出");
    }
  }

  private fault(fault: OsmFault, what: string, advice: string): OsmFileError {
    return new OsmFileError(fault, what, advice, this.where());
  }
}

/** Fields of a header or of what is around a block: a handful. */
const mostFields = 1_000;
