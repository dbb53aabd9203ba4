import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import { pipeline, type Readable } from "node:stream";
import { createGunzip } from "node:zlib";
import { mapLimits, unpackingFault } from "~/kit/ground/files/limits";
import type { Box } from "~/transit/geo/lng-lat";
import { OsmCollector, type OsmLimits } from "./collector";
import { type RoadsOfExtract, toEdges } from "./edges";
import type { OsmExtract } from "./extract";
import { OsmFileError } from "./osm-file-error";
import { withOwnNumbers } from "./own-numbers";
import { PbfReader } from "./pbf.server";
import { XmlReader } from "./xml.server";

export interface OsmReadOptions {
  limits?: Partial<OsmLimits>;
  /** Stops the reading, by hand or by `AbortSignal.timeout`. */
  signal?: AbortSignal;
  /** `done` from 0 to 1; `phase` in Chinese. */
  progress?: (done: number, phase: string) => void;
}

/** Reads .osm, .osm.gz or .osm.pbf, told apart by content; throws `OsmFileError` for a file that cannot be used. */
export async function readOsm(file: string, options: OsmReadOptions = {}): Promise<OsmExtract> {
  const limits = { ...mapLimits, ...options.limits };
  const total = (await stat(file)).size;
  let read = 0;
  const count = (bytes: Buffer) => {
    read += bytes.length;
    options.progress?.(total ? Math.min(read / total, 1) * 0.9 : 0, "读取地图文件");
  };
  const source = createReadStream(file, { highWaterMark: 256 * 1024 });
  const extract = withOwnNumbers(await consume(source, count, total, limits, options.signal));
  options.progress?.(1, "整理地图数据");
  return extract;
}

/** Reads a file and makes road edges of it: what the road graph is built from. */
export async function readRoads(
  file: string,
  options: OsmReadOptions = {},
): Promise<RoadsOfExtract & { bounds: Box | null; extract: OsmExtract }> {
  const extract = await readOsm(file, options);
  return { ...toEdges(extract), bounds: extract.bounds, extract };
}

async function consume(
  source: Readable,
  count: (bytes: Buffer) => void,
  total: number,
  limits: OsmLimits,
  signal: AbortSignal | undefined,
): Promise<OsmExtract> {
  let reader: XmlReader | PbfReader | undefined;
  let spent = 0;
  const spend = (bytes: number) => {
    spent += bytes;
    const fault = unpackingFault(spent, total, limits.bytes);
    if (spent > limits.bytes) throw new OsmFileError("too-big", `文件${fault}`, "请缩小导出范围，分几次导入");
    if (fault) throw new OsmFileError("unsafe", `文件${fault}`, "这不是正常的地图文件，请重新从 OSM 导出");
  };
  const collector = new OsmCollector(limits, () => reader?.where() ?? "");
  const into = () => collector;
  try {
    for await (const bytes of unpacked(source, count)) {
      stopIfAsked(signal);
      spend(bytes.length);
      if (!reader) {
        const format = formatOf(bytes);
        if (format === "gzip") throw new OsmFileError("packed", "文件被 gzip 压缩了两次", "请先解压一次再上传");
        reader = format === "xml" ? new XmlReader(into) : new PbfReader(into, spend);
      }
      reader.write(bytes);
    }
    stopIfAsked(signal);
    if (!reader) formatOf(new Uint8Array());
    reader?.end();
  } finally {
    source.destroy();
  }
  return collector.finish();
}

/** The file's bytes after gunzipping where it is gzip, the first piece at least 64 bytes long where the file is. */
async function* unpacked(source: Readable, count: (bytes: Buffer) => void): AsyncGenerator<Buffer> {
  const counted = async function* (): AsyncGenerator<Buffer> {
    for await (const bytes of source) {
      count(bytes as Buffer);
      yield bytes as Buffer;
    }
  };
  const pieces = counted();
  const first = await pieces.next();
  if (first.done) return;
  const format = formatOf(first.value);
  const whole = async function* () {
    yield first.value;
    yield* pieces;
  };
  yield* format === "gzip" ? gunzipped(whole()) : whole();
}

async function* gunzipped(packed: AsyncGenerator<Buffer>): AsyncGenerator<Buffer> {
  const gunzip = createGunzip({ chunkSize: 256 * 1024 });
  pipeline(packed, gunzip, () => undefined);
  let head: Buffer | undefined = Buffer.alloc(0);
  try {
    for await (const bytes of gunzip) {
      if (!head) yield bytes as Buffer;
      else {
        head = Buffer.concat([head, bytes as Buffer]);
        if (head.length < 64) continue;
        yield head;
        head = undefined;
      }
    }
    if (head?.length) yield head;
  } catch (error) {
    throw gzipFault(error);
  }
}

function gzipFault(error: unknown): unknown {
  const code = (error as NodeJS.ErrnoException).code ?? "";
  if (code === "Z_BUF_ERROR") return new OsmFileError("truncated", "压缩文件不完整，末尾缺失", "请重新下载或重新导出");
  if (code.startsWith("Z_")) return new OsmFileError("damaged", "压缩文件已损坏", "请重新下载或重新导出");
  return error;
}

function stopIfAsked(signal: AbortSignal | undefined): void {
  if (!signal?.aborted) return;
  const late = signal.reason instanceof DOMException && signal.reason.name === "TimeoutError";
  throw new OsmFileError(
    "stopped",
    late ? "读取时间过长" : "读取已停止",
    late ? "请缩小导出范围，分几次导入" : "需要时请重新导入",
  );
}

type OsmFormat = "xml" | "pbf" | "gzip";

/** What a file is, by its first bytes (64 are enough); throws for everything that is no OSM file. */
function formatOf(head: Uint8Array): OsmFormat {
  if (!head.length) throw new OsmFileError("empty", "文件是空的", "请重新导出后上传");
  if (starts(head, 0x1f, 0x8b)) return "gzip";
  const text = Buffer.from(head).toString("latin1");
  if (text.slice(4, 24).includes("\x0a\x09OSMHeader")) return "pbf";
  const packed = packers.find(([mark]) => text.startsWith(mark));
  if (packed)
    throw new OsmFileError("packed", `这是 ${packed[1]} 压缩包`, "请先解压，再上传其中的 .osm 或 .osm.pbf 文件");
  if (starts(head, 0xff, 0xfe) || starts(head, 0xfe, 0xff))
    throw new OsmFileError("not-osm", "文件编码是 UTF-16", "请另存为 UTF-8 后重试");
  const body = text.replace(/^\xef\xbb\xbf/, "").trimStart();
  if (body.startsWith("<") || !body) return "xml";
  const what = /^[[{]/.test(body)
    ? "这是 JSON 文件"
    : text.startsWith("\xff\xe0\x04o5")
      ? "这是 o5m 文件"
      : "这不是地图文件";
  throw new OsmFileError("not-osm", what, "请上传 .osm、.osm.gz 或 .osm.pbf 地图文件");
}

const packers: [mark: string, name: string][] = [
  ["PK", "zip"],
  ["BZh", "bzip2"],
  ["\xfd7zXZ", "xz"],
  ["7z\xbc\xaf", "7z"],
  ["Rar!", "rar"],
  ["\x28\xb5\x2f\xfd", "zstd"],
];

const starts = (head: Uint8Array, ...bytes: number[]) => bytes.every((byte, index) => head[index] === byte);
