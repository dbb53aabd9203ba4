import type { CompiledItem, CompiledLine, CompiledPlaylist } from "../model";

/** A line as a vehicle takes it: words for one that speaks by itself, else the clips that say them. Clips that nothing plays are left out. */
export function forDevice(line: CompiledLine, speaks: boolean): CompiledLine {
  const chosen = (item: CompiledItem): CompiledItem => {
    if (item.text === undefined || item.clip === undefined) return item;
    return speaks ? { text: item.text } : { clip: item.clip };
  };
  const chooseAll = <Sounding extends { playlists: CompiledPlaylist[] }>(nodes: readonly Sounding[]) =>
    nodes.map((node) => ({ ...node, playlists: itemsReplaced(node.playlists, chosen) }));
  const [nodes, publicNodes] = [chooseAll(line.nodes), chooseAll(line.publicNodes)];
  const played = new Set(
    [...nodes, ...publicNodes].flatMap(({ playlists }) =>
      playlists.flatMap(({ items }) => items.flatMap(({ clip }) => clip ?? [])),
    ),
  );
  const numbers = new Map([...played].sort((a, b) => a - b).map((number, at) => [number, at + 1]));
  const renumbered = (item: CompiledItem): CompiledItem =>
    item.text === undefined ? { clip: numbers.get(item.clip)! } : item;
  const renumberAll = <Sounding extends { playlists: CompiledPlaylist[] }>(all: readonly Sounding[]) =>
    all.map((node) => ({ ...node, playlists: itemsReplaced(node.playlists, renumbered) }));
  return {
    ...line,
    nodes: renumberAll(nodes),
    publicNodes: renumberAll(publicNodes),
    clips: line.clips.filter((_, at) => played.has(at + 1)),
  };
}

const itemsReplaced = (playlists: readonly CompiledPlaylist[], by: (item: CompiledItem) => CompiledItem) =>
  playlists.map(({ voiceUse, items }) => ({ voiceUse, items: items.map(by) }));
