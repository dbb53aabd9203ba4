import type {
  CompiledClip,
  CompiledItem,
  CompiledLine,
  CompiledNode,
  CompiledPlaylist,
  LineDirection,
  Names,
} from "../model";
import { directions, type VoiceUse } from "../words";
import { extraCodes, extraColumns } from "../node-extra";
import * as layout from "./announcer-layout";
import { byPath } from "./bus-line-file";
import { encodeText } from "./charset";
import { joinItems, nameClips, type NamedClip } from "./name-clips";
import { nodeRow } from "./node-table";
import { bytesFile, type PackageFile } from "./package-file";
import { type Cell, type Heads, writeTable } from "./table";

/** A folder of texts and of clips named by what they say, with playlists joined by plus signs, as announcers read it. */
export function writeAnnouncer(line: CompiledLine, held: ReadonlySet<string>): PackageFile[] {
  const clips = nameClips(line);
  const table = <Name extends string>(path: string, heads: Heads<Name>, rows: Iterable<Record<Name, Cell>>) =>
    bytesFile(path, encodeText(writeTable(heads, rows), "GBK"));
  const joined = (items: readonly CompiledItem[]) => joinItems(items, clips);
  const files = line.directions.flatMap((direction) => {
    const title = layout.titleOf(line, direction.direction);
    const nodes = line.nodes.filter((node) => node.direction === direction.direction);
    const spots = nodes.map((node) => ({ ...nodeRow(node), ...soundCells(node, joined) }));
    return [
      table(layout.paths.stations(title), layout.stationHeads, stationRows(direction, nodes, clips, line)),
      table(layout.paths.nodes(title), layout.spotHeads, spots),
      table(
        layout.paths.corners(title),
        layout.spotHeads,
        spots.filter(({ stationUid }) => stationUid === undefined),
      ),
      table(
        layout.paths.track(title),
        layout.trackHeads,
        direction.path.map(({ lng, lat, distance }) => ({ lng, lat, distance })),
      ),
    ];
  });
  return [
    ...files,
    table(layout.paths.lines, layout.lineHeads, [lineRow(line)]),
    table(
      layout.paths.services,
      layout.serviceHeads,
      line.publicNodes.map((node, at) => ({
        serial: at + 1,
        use: node.use,
        name: node.name,
        ...soundCells(node, joined),
      })),
    ),
    table(layout.paths.display, layout.displayHeads, displayRows(line)),
    ...extraTables(line, (rows) => table(layout.paths.extra, layout.extraHeads, rows)),
    table(
      layout.paths.clips,
      layout.clipHeads,
      clips.map(({ path, name, clip }) => ({ file: path, name, ...clipCells(clip) })),
    ),
    ...clips
      .filter(({ clip }) => !held.has(clip.sha256))
      .map(({ path, clip }) => ({ path, size: clip.sizeBytes, clip })),
  ].sort(byPath);
}

type SoundCells = Record<`sound${VoiceUse}`, string>;

function soundCells(
  { playlists }: { playlists: CompiledPlaylist[] },
  joined: (items: CompiledItem[]) => string,
): SoundCells {
  const of = (voiceUse: VoiceUse) => joined(playlists.find((one) => one.voiceUse === voiceUse)?.items ?? []);
  return { sound1: of(1), sound2: of(2), sound3: of(3), sound4: of(4) };
}

function lineRow(line: CompiledLine) {
  const { names, lineNo, fileVersion, classifySid, isLoop, voiceVersion, created, charset } = line;
  const stations = line.directions[0]?.stations ?? [];
  return {
    name: names.zh,
    hours: "",
    lineNo,
    fileVersion,
    classifySid,
    isLoop,
    voiceVersion,
    created,
    charset,
    audioPath: `语音/${layout.fileName(names.zh ?? lineNo)}`,
    start: stations[0]?.names.zh,
    end: stations.at(-1)?.names.zh,
    ...otherNames(names),
  };
}

function displayRows(line: CompiledLine) {
  return placed(line).flatMap(({ direction, serial, node: { texts } }) =>
    texts.map(({ language, text, seconds }) => ({ direction, node: serial, lang: language, text, seconds })),
  );
}

/** None where nothing is set: packages of before stay the same bytes. */
function extraTables(
  line: CompiledLine,
  tableOf: (rows: Record<keyof typeof layout.extraHeads, Cell>[]) => PackageFile,
) {
  const rows = placed(line).flatMap(({ direction, serial, node: { extra } }) =>
    extraCodes.flatMap((code) =>
      extra?.[code] ? [{ direction, node: serial, column: extraColumns[code], value: extra[code] }] : [],
    ),
  );
  return rows.length > 0 ? [tableOf(rows)] : [];
}

/** All nodes by where their rows say that they stand. */
function placed({ nodes, publicNodes }: CompiledLine) {
  return [
    ...publicNodes.map((node, at) => ({ direction: layout.noPlace, serial: at + 1, node })),
    ...nodes.map((node) => ({ direction: directions[node.direction], serial: node.serial, node })),
  ];
}

function clipCells({ sizeBytes, crc32, sha256, durationMs, text, language, speaker }: CompiledClip) {
  return { size: sizeBytes, crc32, sha256, durationMs, text, language, speaker };
}

function stationRows(
  { stations }: LineDirection,
  nodes: readonly CompiledNode[],
  clips: readonly NamedClip[],
  line: CompiledLine,
) {
  let before = 0;
  return stations.map((station, at) => {
    const [arrival, departure] = [0, 1].map((use) => nodes.find((one) => one.staSerial === at + 1 && one.use === use));
    const sound = clips.find(({ clip }) => clip.text === station.names.zh)?.name;
    const inside = (node: CompiledNode | undefined, use: VoiceUse) =>
      joinItems(node?.playlists.find(({ voiceUse }) => voiceUse === use)?.items ?? [], clips);
    const distance = Math.round((arrival ?? departure)?.distance ?? before);
    const gap = distance - before;
    before = distance;
    const { staUuid, code, names, lng, lat, azimuth, limitSpeed, staType, serial, inRadius, outRadius } = station;
    return {
      staUuid,
      code,
      name: names.zh,
      sound,
      soundName: sound,
      lng,
      lat,
      azimuth,
      limitSpeed,
      distance,
      gap,
      staType,
      departing: inside(departure, 3),
      arriving: inside(arrival, 1),
      broadcast: Boolean((arrival ?? departure)?.isBroadcast) && line.nodes.length > 0,
      fare: "",
      serial,
      inRadius,
      outRadius,
      ...otherNames(names),
    };
  });
}

function otherNames({ yue, en, other }: Names) {
  return { nameYue: yue, nameEn: en, nameOther: other };
}
