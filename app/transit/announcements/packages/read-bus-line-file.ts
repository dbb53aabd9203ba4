import { z } from "zod";
import type { CompiledClip, CompiledLine, CompiledPublicNode, CompiledNode } from "../model";
import { languages, nodeUses, voiceUses, charsets, directions } from "../words";
import { extraColumns } from "../node-extra";
import {
  audioHeads,
  extraHeads,
  pathHeads,
  playlistHeads,
  publicHeads,
  textHeads,
  formatName,
} from "./bus-line-layout";
import { decodeText } from "./charset";
import { nodeHeads, readNode, readPathPoint } from "./node-table";
import { type FoundFile, PackageError, type ReadPackage } from "./package-file";
import { type Heads, readTable } from "./table";

export function busLineFilePathKind(path: string): "text" | "audio" | undefined {
  if (/^(manifest\.json|line\.json|(nodes|public|playlists|text|extra|audio)\.csv|path-[12]\.csv)$/.test(path))
    return "text";
  return /^audio\/\d{6}\.(mp3|wav)$/.test(path) ? "audio" : undefined;
}

export function readBusLineFile(files: ReadonlyMap<string, FoundFile>): ReadPackage {
  const manifest = readJson(files, "manifest.json", Manifest);
  checkFiles(manifest, files);
  const { lineNo, names, classifySid, isLoop, directions: described } = readJson(files, "line.json", LineDocument);
  const table = <Name extends string>(path: string, heads: Heads<Name>) =>
    readTable(heads, decodeText(bytesOf(files, path), manifest.charset, path), path);
  const nodes = table("nodes.csv", nodeHeads).map(readNode);
  const publicNodes = table("public.csv", publicHeads).map((row): CompiledPublicNode => ({
    name: row.text("name"),
    use: row.oneOf("use", nodeUses),
    playlists: [],
    texts: [],
  }));
  const clips = readClips(table("audio.csv", audioHeads), manifest);
  const nodeAt = new Map<string, Pick<CompiledNode, "playlists" | "texts" | "extra">>([
    ...publicNodes.map((node, at) => [`0 ${at + 1}`, node] as const),
    ...nodes.map((node) => [`${node.direction} ${node.serial}`, node] as const),
  ]);
  const nodeOf = (direction: string, serial: string, where: string) => {
    const node = nodeAt.get(`${direction} ${serial}`);
    if (!node) throw new PackageError(`${where}的节点 ${serial} 不存在`);
    return node;
  };
  for (const row of table("playlists.csv", playlistHeads)) {
    const { playlists } = nodeOf(row.text("direction"), row.text("nodeSerial"), row.where);
    const voiceUse = row.oneOf("voiceUse", voiceUses);
    if (playlists.at(-1)?.voiceUse !== voiceUse) playlists.push({ voiceUse, items: [] });
    const kind = row.oneOf("kind", { audio: 0, tts: 0 });
    playlists
      .at(-1)!
      .items.push(
        kind === "tts" ? { text: row.text("ref") } : { clip: clipNumber(row.number("ref"), clips, row.where) },
      );
  }
  for (const row of table("text.csv", textHeads))
    nodeOf(row.text("direction"), row.text("node"), row.where).texts.push({
      language: row.oneOf("lang", languages),
      text: row.text("text"),
      seconds: row.number("seconds"),
    });
  for (const row of files.has("extra.csv") ? table("extra.csv", extraHeads) : []) {
    const node = nodeOf(row.text("direction"), row.text("node"), row.where);
    node.extra = { ...node.extra, [row.oneOf("column", extraColumns)]: row.text("value") };
  }
  const line: CompiledLine = {
    classifySid,
    lineNo,
    names,
    isLoop,
    fileVersion: manifest.fileVersion,
    voiceVersion: manifest.voiceVersion,
    created: manifest.created,
    charset: manifest.charset,
    directions: described.map(({ direction, stations }) => ({
      direction,
      stations,
      path: table(`path-${direction}.csv`, pathHeads).map(readPathPoint),
    })),
    nodes,
    publicNodes,
    clips,
  };
  return { line, held: manifest.files.flatMap(({ held, sha256 }) => (held ? [sha256] : [])) };
}

function clipNumber(number: number, clips: readonly CompiledClip[], where: string): number {
  if (!clips[number - 1]) throw new PackageError(`${where}的语音 ${number} 不存在`);
  return number;
}

function readJson<Schema extends z.ZodType>(
  files: ReadonlyMap<string, FoundFile>,
  path: string,
  schema: Schema,
): z.output<Schema> {
  let document: unknown;
  try {
    document = JSON.parse(decodeText(bytesOf(files, path), "UTF-8", path));
  } catch (error) {
    throw error instanceof PackageError ? error : new PackageError(`${path} 不是 JSON`);
  }
  const read = schema.safeParse(document);
  if (!read.success) throw new PackageError(`${path} 的 ${read.error.issues[0]!.path.join(".")} 不合格式`);
  return read.data;
}

function bytesOf(files: ReadonlyMap<string, FoundFile>, path: string): Buffer {
  const bytes = files.get(path)?.bytes;
  if (!bytes) throw new PackageError(`线路文件里缺少 ${path}`);
  return bytes;
}

/** Nothing is missing, nothing is there that is not listed, and each file is what the list says. */
function checkFiles({ files: listed, totalBytes }: ManifestDocument, found: ReadonlyMap<string, FoundFile>): void {
  const known = new Map(listed.map((file) => [file.path, file]));
  for (const path of found.keys())
    if (path !== "manifest.json" && !known.has(path)) throw new PackageError(`清单里没有 ${path}`);
  for (const { path, size, crc32, sha256, held } of listed) {
    const file = found.get(path);
    if (!file && held && busLineFilePathKind(path) === "audio") continue;
    if (!file) throw new PackageError(`线路文件里缺少 ${path}`);
    if (file.size !== size) throw new PackageError(`${path} 的大小是 ${file.size}，清单上是 ${size}`);
    if (file.crc32 !== crc32 || file.sha256 !== sha256) throw new PackageError(`${path} 的内容与清单上的校验值不符`);
  }
  if (listed.reduce((total, { size }) => total + size, 0) !== totalBytes)
    throw new PackageError("清单上的总大小与各文件之和不符");
}

function readClips(
  rows: ReturnType<typeof readTable<keyof typeof audioHeads>>,
  { files }: ManifestDocument,
): CompiledClip[] {
  const listed = new Map(files.map((file) => [file.path, file]));
  return rows.map((row, at) => {
    const path = row.text("file");
    const file = listed.get(path);
    if (!file || row.number("id") !== at + 1)
      throw new PackageError(`${row.where}的语音文件 ${path.slice(0, 40)} 不在清单里`);
    return {
      language: row.oneOf("language", languages),
      text: row.text("text"),
      speaker: row.number("speaker"),
      durationMs: row.number("durationMs"),
      format: path.endsWith(".wav") ? "wav" : "mp3",
      sizeBytes: file.size,
      crc32: file.crc32,
      sha256: file.sha256,
    };
  });
}

const Manifest = z.object({
  format: z.literal(formatName),
  fileVersion: z.string().min(1).max(16),
  charset: z.enum(charsets),
  crs: z.literal("WGS84"),
  created: z.string(),
  voiceVersion: z.string(),
  files: z
    .array(
      z.object({
        path: z.string(),
        size: z.number().int().min(0),
        crc32: z.number().int().min(0),
        sha256: z.string().regex(/^[0-9a-f]{64}$/),
        held: z.literal(true).optional(),
      }),
    )
    .max(20_000),
  totalBytes: z.number(),
});

const NamesDocument = z.partialRecord(z.enum(Object.keys(languages) as [keyof typeof languages]), z.string());

const StationDocument = z
  .object({
    serial: z.number(),
    uid: z.string(),
    code: z.string(),
    names: NamesDocument,
    lng: z.number(),
    lat: z.number(),
    azimuth: z.number().optional(),
    inRadius: z.number(),
    outRadius: z.number(),
    limit: z.number().optional(),
    type: z.number(),
  })
  .transform(({ uid, limit, type, ...rest }) => ({ ...rest, staUuid: uid, limitSpeed: limit, staType: type }));

const LineDocument = z.object({
  lineNo: z.string(),
  names: NamesDocument,
  classifySid: z.string(),
  isLoop: z.boolean(),
  directions: z
    .array(
      z.object({
        direction: z.union([z.literal(1), z.literal(2)], { error: Object.values(directions).join("或") }),
        stations: z.array(StationDocument).max(1_000),
      }),
    )
    .max(2),
});

type ManifestDocument = z.output<typeof Manifest>;
