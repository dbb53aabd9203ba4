import { createHash } from "node:crypto";
import { crc32 } from "node:zlib";
import type { CompiledClip, CompiledLine, CompiledPlaylist, DisplayText } from "../model";
import { extraCodes, type NodeExtra } from "../node-extra";
import { encodeText } from "./charset";
import * as layout from "./bus-line-layout";
import { nodeHeads, nodeRow } from "./node-table";
import { bytesFile, type PackageFile } from "./package-file";
import { type Cell, type Heads, writeTable } from "./table";

/** The package of domain.md: tables and clips, and a manifest by which each byte can be checked. */
export function writeBusLineFile(line: CompiledLine, held: ReadonlySet<string>): PackageFile[] {
  const table = <Name extends string>(path: string, heads: Heads<Name>, rows: Iterable<Record<Name, Cell>>) =>
    bytesFile(path, encodeText(writeTable(heads, rows), line.charset));
  const contents = [...new Map(line.clips.map((clip) => [clip.sha256, clip])).values()];
  const fileOf = new Map(contents.map(({ sha256, format }, at) => [sha256, audioPath(at + 1, format)]));
  const tables = [
    bytesFile("line.json", Buffer.from(`${JSON.stringify(lineDocument(line), null, 1)}\n`)),
    table("nodes.csv", nodeHeads, line.nodes.map(nodeRow)),
    table(
      "public.csv",
      layout.publicHeads,
      line.publicNodes.map(({ use, name }, at) => ({ serial: at + 1, use, name })),
    ),
    table(
      "playlists.csv",
      layout.playlistHeads,
      eachNode(line, (node) => node.playlists.flatMap(playlistRows)),
    ),
    table(
      "text.csv",
      layout.textHeads,
      eachNode(line, ({ texts }) =>
        texts.map(({ language, text, seconds }) => ({ lang: language, text, seconds })),
      ).map(({ nodeSerial, ...row }) => ({ ...row, node: nodeSerial })),
    ),
    ...extraTables(line, (rows) => table("extra.csv", layout.extraHeads, rows)),
    table(
      "audio.csv",
      layout.audioHeads,
      line.clips.map(({ sha256, durationMs, text, speaker, language }, at) => ({
        id: at + 1,
        file: fileOf.get(sha256),
        durationMs,
        text,
        speaker,
        language,
      })),
    ),
    ...line.directions.map(({ direction, path }) =>
      table(`path-${direction}.csv`, layout.pathHeads, path.map(pathRow)),
    ),
  ];
  const audio = contents.map((clip) => ({ path: fileOf.get(clip.sha256)!, size: clip.sizeBytes, clip }));
  const manifest = bytesFile(
    "manifest.json",
    Buffer.from(`${JSON.stringify(manifestOf(line, tables, audio, held), null, 1)}\n`),
  );
  return [manifest, ...tables, ...audio.filter(({ clip }) => !held.has(clip.sha256))].sort(byPath);
}

export function byPath(a: { path: string }, b: { path: string }): number {
  return a.path < b.path ? -1 : a.path > b.path ? 1 : 0;
}

function audioPath(number: number, format: string): string {
  return `audio/${String(number).padStart(6, "0")}.${format}`;
}

function lineDocument({ lineNo, names, classifySid, isLoop, directions }: CompiledLine) {
  return {
    lineNo,
    names,
    classifySid,
    isLoop,
    directions: directions.map(({ direction, stations }) => ({
      direction,
      stations: stations.map((station) => ({
        serial: station.serial,
        uid: station.staUuid,
        code: station.code,
        names: station.names,
        lng: station.lng,
        lat: station.lat,
        azimuth: station.azimuth,
        inRadius: station.inRadius,
        outRadius: station.outRadius,
        limit: station.limitSpeed,
        type: station.staType,
      })),
    })),
  };
}

function pathRow({ lng, lat, distance }: { lng: number; lat: number; distance: number }) {
  return { lng, lat, distance };
}

type Sounding = { playlists: CompiledPlaylist[]; texts: DisplayText[]; extra?: NodeExtra };

/** Rows of all nodes; what belongs to no place has direction 0. */
function eachNode<Row>({ nodes, publicNodes }: CompiledLine, rowsOf: (node: Sounding) => Row[]) {
  const numbered: { direction: number; nodeSerial: number; node: Sounding }[] = [
    ...publicNodes.map((node, at) => ({ direction: 0, nodeSerial: at + 1, node })),
    ...nodes.map((node) => ({ direction: node.direction, nodeSerial: node.serial, node })),
  ];
  return numbered.flatMap(({ direction, nodeSerial, node }) =>
    rowsOf(node).map((row) => ({ nodeSerial, direction, ...row })),
  );
}

/** None where nothing is set: packages of before stay the same bytes. */
function extraTables(
  line: CompiledLine,
  tableOf: (rows: Record<keyof typeof layout.extraHeads, Cell>[]) => PackageFile,
) {
  const rows = eachNode(line, ({ extra }) =>
    extraCodes.flatMap((column) => (extra?.[column] ? [{ column, value: extra[column] }] : [])),
  ).map(({ nodeSerial, ...row }) => ({ ...row, node: nodeSerial }));
  return rows.length > 0 ? [tableOf(rows)] : [];
}

function playlistRows({ voiceUse, items }: CompiledPlaylist) {
  return items.map((item, at) => ({
    voiceUse,
    order: at + 1,
    ...(item.text === undefined ? { kind: "audio", ref: item.clip } : { kind: "tts", ref: item.text }),
  }));
}

function manifestOf(
  line: CompiledLine,
  tables: readonly PackageFile[],
  audio: readonly { path: string; size: number; clip: CompiledClip }[],
  held: ReadonlySet<string>,
): layout.Manifest {
  const { lineNo, classifySid, fileVersion, charset, created, voiceVersion, directions, nodes, clips } = line;
  const files: layout.Manifest["files"] = [
    ...tables.map((file) => ({
      path: file.path,
      size: file.size,
      ...("bytes" in file ? sumsOf(file.bytes) : { crc32: 0, sha256: "" }),
    })),
    ...audio.map(({ path, size, clip }) => ({
      path,
      size,
      crc32: clip.crc32,
      sha256: clip.sha256,
      ...(held.has(clip.sha256) && { held: true as const }),
    })),
  ];
  return {
    format: layout.formatName,
    lineNo,
    lineName: line.names.zh ?? lineNo,
    classifySid,
    fileVersion,
    charset,
    crs: "WGS84",
    created,
    voiceVersion,
    counts: {
      directions: directions.length,
      stations: directions.reduce((total, { stations }) => total + stations.length, 0),
      nodes: nodes.length,
      clips: clips.length,
    },
    files: files.sort(byPath),
    totalBytes: files.reduce((total, { size }) => total + size, 0),
  };
}

function sumsOf(bytes: Buffer): { crc32: number; sha256: string } {
  return { crc32: crc32(bytes), sha256: createHash("sha256").update(bytes).digest("hex") };
}
