import type { CompiledClip, CompiledLine, CompiledNode, CompiledPlaylist } from "~/transit/announcements/model";
import { directions } from "~/transit/announcements/words";

/** What a file says that the one before did not, in words; nothing where they say the same. */
export function changesBetween(before: CompiledLine, after: CompiledLine): string[] {
  const [was, is] = [keyed(before.nodes), keyed(after.nodes)];
  const came = [...is.keys()].filter((key) => !was.has(key)).map((key) => is.get(key)!);
  const went = [...was.keys()].filter((key) => !is.has(key)).map((key) => was.get(key)!);
  const both = [...is.keys()].filter((key) => was.has(key));
  const differing = (part: (node: CompiledNode, line: CompiledLine) => unknown) =>
    both
      .filter((key) => text(part(was.get(key)!, before)) !== text(part(is.get(key)!, after)))
      .map((key) => is.get(key)!);
  const sounds = new Set(before.clips.map(({ sha256 }) => sha256));
  const fresh = after.clips.filter(({ sha256 }) => !sounds.has(sha256)).length;
  return [
    said("新增节点", came),
    said("删除节点", went),
    said(
      "移动或改设置的节点",
      differing(({ playlists: _p, texts: _t, serial: _s, extra: _e, ...node }) => node),
    ),
    said(
      "日期、次数等不同的节点",
      differing(({ extra }) => extra ?? {}),
    ),
    ...publicChanges(before, after),
    said("语音不同的节点", differing(heardAt)),
    said(
      "显示文字不同的节点",
      differing(({ texts }) => texts),
    ),
    ...(before.voiceVersion === after.voiceVersion
      ? []
      : [`公共语音版本由 ${before.voiceVersion} 改为 ${after.voiceVersion}`]),
    ...(fresh > 0 ? [`新语音 ${fresh} 段`] : []),
  ].filter((words) => words !== "");
}

const text = (value: unknown) => JSON.stringify(value);

/** The second call at a station is another node than the first. */
function keyed(nodes: readonly CompiledNode[]): Map<string, CompiledNode> {
  const counts = new Map<string, number>();
  return new Map(
    nodes.map((node) => {
      const key = `${node.direction} ${node.staUuid ?? node.name} ${node.use}`;
      const count = (counts.get(key) ?? 0) + 1;
      counts.set(key, count);
      return [`${key} ${count}`, node];
    }),
  );
}

const heardAt = ({ playlists }: CompiledNode, { clips }: CompiledLine) => playlists.map((one) => soundsIn(one, clips));

const soundsIn = ({ voiceUse, items }: CompiledPlaylist, clips: readonly CompiledClip[]) => [
  voiceUse,
  items.map((item) => (item.clip === undefined ? item.text : clips[item.clip - 1]?.sha256)),
];

/** What is heard at no place: what came and went, and what is other than it was. */
function publicChanges(before: CompiledLine, after: CompiledLine): string[] {
  const told = ({ publicNodes, clips }: CompiledLine) =>
    new Map(
      publicNodes.map(({ name, extra, texts, playlists }) => [
        name,
        text([extra ?? {}, texts, playlists.map((one) => soundsIn(one, clips))]),
      ]),
    );
  const [was, is] = [told(before), told(after)];
  const listed = (label: string, names: string[]) =>
    names.length > 0
      ? `${label} ${names.length} 个：${names.slice(0, 3).join("、")}${names.length > 3 ? "等" : ""}`
      : "";
  return [
    listed(
      "新增公共节点",
      [...is.keys()].filter((name) => !was.has(name)),
    ),
    listed(
      "删除公共节点",
      [...was.keys()].filter((name) => !is.has(name)),
    ),
    listed(
      "不同的公共节点",
      [...is.keys()].filter((name) => was.has(name) && was.get(name) !== is.get(name)),
    ),
  ];
}

function said(label: string, nodes: readonly CompiledNode[]): string {
  if (nodes.length === 0) return "";
  const names = nodes.slice(0, 3).map(({ direction, name }) => `${directions[direction]}${name}`);
  return `${label} ${nodes.length} 个：${names.join("、")}${nodes.length > 3 ? "等" : ""}`;
}
