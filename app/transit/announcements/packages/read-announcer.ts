import type {
  CompiledItem,
  CompiledNode,
  CompiledPlaylist,
  CompiledPublicNode,
  LineDirection,
  Names,
  CompiledClip,
} from "../model";
import { charsets, directions, languages, nodeUses, voiceUses, type VoiceUse } from "../words";
import { extraCodes, extraColumns, type ExtraColumn } from "../node-extra";
import * as layout from "./announcer-layout";
import { decodeText } from "./charset";
import { readNode, readPathPoint } from "./node-table";
import { type FoundFile, PackageError, type ReadPackage } from "./package-file";
import { type Heads, readTable, type TableRow } from "./table";
import { announcerPathKind } from "./announcer-paths";

export function readAnnouncerPackage(files: ReadonlyMap<string, FoundFile>): ReadPackage {
  const table = <Name extends string>(path: string, heads: Heads<Name>) => {
    const bytes = files.get(path)?.bytes;
    if (!bytes) throw new PackageError(`缺少 ${path}`);
    return readTable(heads, decodeText(bytes, "GBK", path), path);
  };
  const [head] = table(layout.paths.lines, layout.lineHeads);
  if (!head) throw new PackageError(`${layout.paths.lines} 里没有线路`);
  const { clips, numbers, held } = readClips(table(layout.paths.clips, layout.clipHeads), files);
  const playlists = (row: TableRow<`sound${VoiceUse}`>) => readSounds(row, numbers);
  const publicNodes = table(layout.paths.services, layout.serviceHeads).map((row): CompiledPublicNode => ({
    name: row.text("name"),
    use: row.oneOf("use", nodeUses),
    texts: [],
    playlists: playlists(row),
  }));
  const line = { lineNo: head.text("lineNo"), names: readNames(head) };
  const there = ([1, 2] as const).filter((one) => files.has(layout.paths.stations(layout.titleOf(line, one))));
  const nodes = there.flatMap((direction) =>
    table(layout.paths.nodes(layout.titleOf(line, direction)), layout.spotHeads).map((row): CompiledNode => ({
      ...readNode(row),
      playlists: playlists(row),
    })),
  );
  const nodeAt = (row: TableRow<"direction" | "node">) => {
    const [place, number] = [row.text("direction"), row.number("node")];
    const node =
      place === layout.noPlace
        ? publicNodes[number - 1]
        : nodes.find(({ direction, serial }) => directions[direction] === place && serial === number);
    if (!node) throw new PackageError(`${row.where}的节点 ${number} 不存在`);
    return node;
  };
  for (const row of table(layout.paths.display, layout.displayHeads))
    nodeAt(row).texts.push({
      language: row.oneOf("lang", languages),
      text: row.text("text"),
      seconds: row.number("seconds"),
    });
  for (const row of files.has(layout.paths.extra) ? table(layout.paths.extra, layout.extraHeads) : []) {
    const node = nodeAt(row);
    node.extra = { ...node.extra, [codeNamed(row)]: row.text("value") };
  }
  return {
    held,
    line: {
      ...line,
      classifySid: head.text("classifySid"),
      isLoop: head.flag("isLoop"),
      fileVersion: head.text("fileVersion"),
      voiceVersion: head.text("voiceVersion"),
      created: head.text("created"),
      charset: head.oneOf(
        "charset",
        Object.fromEntries(charsets.map((one) => [one, one])) as Record<(typeof charsets)[number], string>,
      ),
      directions: there.map((direction) => {
        const title = layout.titleOf(line, direction);
        return {
          direction,
          stations: table(layout.paths.stations(title), layout.stationHeads).map(readStation),
          path: table(layout.paths.track(title), layout.trackHeads).map(readPathPoint),
        };
      }),
      nodes,
      publicNodes,
      clips,
    },
  };
}

function readNames(row: TableRow<"name" | "nameYue" | "nameEn" | "nameOther">): Names {
  const names: Names = {};
  for (const [language, column] of [
    ["zh", "name"],
    ["yue", "nameYue"],
    ["en", "nameEn"],
    ["other", "nameOther"],
  ] as const)
    if (row.text(column) !== "") names[language] = row.text(column);
  return names;
}

function readStation(row: TableRow<keyof typeof layout.stationHeads>): LineDirection["stations"][number] {
  return {
    serial: row.number("serial"),
    staUuid: row.text("staUuid"),
    code: row.text("code"),
    names: readNames(row),
    lng: row.number("lng"),
    lat: row.number("lat"),
    azimuth: row.optionalNumber("azimuth"),
    inRadius: row.number("inRadius"),
    outRadius: row.number("outRadius"),
    limitSpeed: row.optionalNumber("limitSpeed"),
    staType: row.number("staType"),
  };
}

function readSounds(row: TableRow<`sound${VoiceUse}`>, numbers: ReadonlyMap<string, number>): CompiledPlaylist[] {
  return (Object.keys(voiceUses).map(Number) as VoiceUse[]).flatMap((voiceUse): CompiledPlaylist[] => {
    const joined = row.text(`sound${voiceUse}`);
    if (joined === "") return [];
    const items = joined.split("+").map((part): CompiledItem => {
      const number = numbers.get(part);
      if (number === undefined && /\.(mp3|wav)$/.test(part))
        throw new PackageError(`${row.where}的语音 ${part} 不在音频列表里`);
      return number === undefined ? { text: part } : { clip: number };
    });
    return [{ voiceUse, items }];
  });
}

function codeNamed(row: TableRow<"column">): ExtraColumn {
  const code = extraCodes.find((one) => extraColumns[one] === row.text("column"));
  if (!code) throw new PackageError(`${row.where}的项目 ${row.text("column").slice(0, 20)} 不认识`);
  return code;
}

function readClips(rows: readonly TableRow<keyof typeof layout.clipHeads>[], files: ReadonlyMap<string, FoundFile>) {
  const numbers = new Map<string, number>();
  const held: string[] = [];
  const listed = new Set<string>();
  const clips = rows.map((row, at): CompiledClip => {
    const path = row.text("file");
    if (announcerPathKind(path) !== "audio") throw new PackageError(`${row.where}的音频路径不合规则`);
    listed.add(path);
    numbers.set(row.text("name"), at + 1);
    const clip: CompiledClip = {
      language: row.oneOf("language", languages),
      text: row.text("text"),
      speaker: row.number("speaker"),
      durationMs: row.number("durationMs"),
      format: path.endsWith(".wav") ? "wav" : "mp3",
      sizeBytes: row.number("size"),
      crc32: row.number("crc32"),
      sha256: row.text("sha256"),
    };
    const file = files.get(path);
    if (!file) held.push(clip.sha256);
    else if (file.size !== clip.sizeBytes || file.crc32 !== clip.crc32 || file.sha256 !== clip.sha256)
      throw new PackageError(`${path} 的内容与音频列表里的校验值不符`);
    return clip;
  });
  for (const path of files.keys())
    if (announcerPathKind(path) === "audio" && !listed.has(path)) throw new PackageError(`音频列表里没有 ${path}`);
  return { clips, numbers, held };
}
