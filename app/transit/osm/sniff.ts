import { OsmFileError } from "./osm-file-error";

export type OsmFormat = "xml" | "pbf" | "gzip";

/** What a file is, by its first bytes (64 are enough); throws for everything that is no OSM file. */
export function formatOf(head: Uint8Array): OsmFormat {
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
