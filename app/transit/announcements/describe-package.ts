import type { CompiledItem, CompiledLine, CompiledNode } from "./model";
import type { ReadPackage } from "./packages/package-file";
import { clockIn, extraInWords, isHeardAt } from "./node-extra";
import { type Fix, beginTrip, drive, prepareTerminal, type Terminal } from "./terminal";
import { directions, events, nodeUses, packageFormats, type PackageFormat, voiceUses } from "./words";

export function describePackage({ format, line, held }: ReadPackage & { format: PackageFormat }): string[] {
  const bytes = line.clips.reduce((total, { sizeBytes }) => total + sizeBytes, 0);
  return [
    `格式：${packageFormats[format]}（${format}），字符集 ${line.charset}`,
    `线路：${line.names.zh ?? line.lineNo}（${line.lineNo}），版本 ${line.fileVersion}，语音版本 ${line.voiceVersion}，生成于 ${line.created}`,
    ...line.directions.map(
      ({ direction, stations, path }) => `${directions[direction]}：${stations.length} 站，路径 ${path.length} 个点`,
    ),
    `语音：${line.clips.length} 条，${(bytes / 1024).toFixed(1)} KB${held.length > 0 ? `，其中 ${held.length} 条车上已有，不在包内` : ""}`,
    ...line.nodes.map(
      (node) =>
        `${placeOf(node)}，${node.distance} 米，方位角 ${node.azimuth}，半径 ${node.radius} 米：${soundOf(line, node)}`,
    ),
    ...line.publicNodes.map((node) => `公共语音 ${node.name}：${soundOf(line, { ...node, texts: [] })}`),
  ];
}

/** What is announced along a track, and what between the first and the last was not; a track without dates is driven on no day. */
export function describeTrack(line: CompiledLine, fixes: readonly Fix[], timeZone: string): string[] {
  const clock = fixes[0]!.time >= aYear ? clockIn(timeZone) : undefined;
  const heard = hearTrack(line, fixes, clock);
  const isDue = ({ extra }: CompiledNode) =>
    !extra || !clock || fixes.some(({ time }) => isHeardAt(extra, clock(time)));
  const said = new Set(heard.map(({ node }) => node));
  const silent = line.nodes.filter(
    (node) => node.isBroadcast && isDue(node) && !said.has(node) && isPassed(node, heard),
  );
  return [
    ...heard.map(({ fix, node }) => `${timeOf(fix, fixes[0]!)} ${placeOf(node)}：${soundOf(line, node)}`),
    `共 ${fixes.length} 个位置，播报 ${heard.length} 次${silent.length > 0 ? `；途经而未播报：${silent.map(placeOf).join("，")}` : ""}`,
  ];
}

/** Seconds: below it times are counted from the beginning of the track. */
const aYear = 31_536_000;

function isPassed({ direction, serial }: CompiledNode, heard: readonly HeardAt[]): boolean {
  const serials = heard.filter(({ node }) => node.direction === direction).map(({ node }) => node.serial);
  return serial > Math.min(...serials) && serial < Math.max(...serials);
}

function placeOf({ direction, serial, event, use, name }: CompiledNode): string {
  return `${directions[direction]} ${serial} ${name} ${event ? events[event] : nodeUses[use]}`;
}

function soundOf(
  line: CompiledLine,
  { playlists, texts, extra }: Pick<CompiledNode, "playlists" | "texts" | "extra">,
): string {
  const words = (item: CompiledItem) =>
    item.text === undefined ? line.clips[item.clip - 1]!.text : `（朗读）${item.text}`;
  return [
    ...playlists.map(({ voiceUse, items }) => `${voiceUses[voiceUse]} ${items.map(words).join("+")}`),
    ...texts.map(({ text, seconds }) => `显示 ${text}（${seconds} 秒）`),
    ...extraInWords(extra),
  ].join("；");
}

function timeOf({ time }: Fix, { time: begun }: Fix): string {
  const seconds = Math.round(time - begun);
  return `${String(Math.floor(seconds / 60)).padStart(2, "0")}:${String(seconds % 60).padStart(2, "0")}`;
}

interface HeardAt {
  fix: Fix;
  node: CompiledNode;
}

/** What a terminal with this package, switched on somewhere, announces along a track. */
function hearTrack(line: CompiledLine, fixes: Iterable<Fix>, clock?: Terminal["clock"]): HeardAt[] {
  const terminal = prepareTerminal(
    line.nodes.filter(({ isBroadcast }) => isBroadcast),
    line.isLoop,
    { clock },
  );
  const heard: HeardAt[] = [];
  let trip = beginTrip();
  for (const fix of fixes) {
    const next = drive(terminal, trip, fix);
    trip = next.trip;
    if (next.fired !== null) heard.push({ fix, node: terminal.nodes[next.fired]! });
  }
  return heard;
}
