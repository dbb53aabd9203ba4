import type { CompiledClip, CompiledItem, CompiledLine, CompiledPlaylist } from "../model";
import * as layout from "./announcer-layout";

export interface NamedClip {
  path: string;
  name: string;
  clip: CompiledClip;
}

/** In the folder of the line where they say a station, of services where only those use them. */
export function nameClips(line: CompiledLine): NamedClip[] {
  const stationNames = new Set(
    line.directions.flatMap(({ stations }) => stations.flatMap(({ names }) => Object.values(names))),
  );
  const onTheWay = numbersIn(line.nodes);
  const taken = new Set<string>();
  return line.clips.map((clip, at) => {
    const base = layout.fileName(clip.text);
    let name = `${base}.${clip.format}`;
    for (let count = 2; taken.has(name.toLowerCase()); count++) name = `${base}-${count}.${clip.format}`;
    taken.add(name.toLowerCase());
    const folder = stationNames.has(clip.text)
      ? layout.fileName(line.names.zh ?? line.lineNo)
      : onTheWay.has(at + 1)
        ? "公共语"
        : "服务语";
    return { path: `${layout.root}/语音/${folder}/${name}`, name, clip };
  });
}

function numbersIn(nodes: readonly { playlists: CompiledPlaylist[] }[]): Set<number> {
  return new Set(
    nodes.flatMap(({ playlists }) => playlists.flatMap(({ items }) => items.flatMap(({ clip }) => clip ?? []))),
  );
}

/** A part without the name of a file is spoken. */
export function joinItems(items: readonly CompiledItem[], clips: readonly NamedClip[]): string {
  return items
    .map((item) => (item.text === undefined ? clips[item.clip - 1]!.name : item.text.replaceAll("+", "＋")))
    .join("+");
}
