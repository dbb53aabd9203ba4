import { distancesAlong } from "~/transit/geo/path";
import { type FilledPlaylist, spokenLanguage } from "./fill-playlists";
import { findClips } from "./find-clips";
import type {
  Clip,
  CompiledClip,
  CompiledItem,
  CompiledLine,
  CompiledPlaylist,
  LineDirection,
  Names,
  PlayItem,
} from "./model";
import type { ExaminedFile } from "./rules/examined";
import { orderExtra } from "./node-extra";
import { languages, type Language } from "./words";

/** What a faultless input says, in the one order and rounding that packages have. */
export function compileLine({ input, directions }: ExaminedFile): CompiledLine {
  const { line, recipe } = input;
  const nodes = [...directions].sort((a, b) => a.direction - b.direction).flatMap((one) => one.nodes);
  const byUuid = new Map(input.clips.map((clip) => [clip.audioUuid, clip]));
  const items = [
    ...nodes.flatMap(({ sound }) => sound.playlists.flatMap((playlist) => playlist.items.map(({ item }) => item))),
    ...recipe.publicNodes.flatMap(({ playlists }) => playlists.flatMap((playlist) => playlist.items)),
  ];
  const { words } = findClips(input.clips);
  const clipOf = (item: PlayItem) => ("text" in item ? words(item.text, spokenLanguage) : byUuid.get(item.audioUuid));
  const { clips, numbers } = numberClips(items.flatMap((item) => clipOf(item) ?? []));
  const compiledItem = (item: PlayItem): CompiledItem[] => {
    const clip = numbers.get(clipOf(item)?.audioUuid ?? "");
    if ("text" in item) return [{ text: item.text, ...(clip && { clip }) }];
    return clip ? [{ clip }] : [];
  };
  return {
    classifySid: line.classifySid,
    lineNo: line.lineNo,
    names: orderNames(line.names),
    isLoop: line.isLoop,
    fileVersion: input.fileVersion,
    voiceVersion: recipe.versionNum,
    created: input.created,
    charset: input.device.charset,
    directions: line.directions.map(compileDirection).sort((a, b) => a.direction - b.direction),
    nodes: nodes.map(({ node, sound }) => {
      const { nodeUuid: _key, nodeTypeUuid: _type, extra: typed, limitSpeed, ...rest } = node;
      const extra = orderExtra(typed);
      const limit = limitSpeed ?? (extra?.limitValue ? Number(extra.limitValue) : undefined);
      const own = { ...(limit !== undefined && { limitSpeed: limit }), ...(extra && { extra }) };
      return { ...rest, ...own, playlists: sound.playlists.map(compilePlaylist), texts: sound.texts };
    }),
    publicNodes: recipe.publicNodes.map(({ name, use, extra, texts, playlists }) => ({
      name,
      use,
      ...(orderExtra(extra) && { extra: orderExtra(extra) }),
      texts,
      playlists: playlists
        .map(({ voiceUse, items }) => ({ voiceUse, items: items.flatMap(compiledItem) }))
        .sort((a, b) => a.voiceUse - b.voiceUse),
    })),
    clips,
  };

  function compilePlaylist({ voiceUse, items }: FilledPlaylist): CompiledPlaylist {
    return { voiceUse, items: items.flatMap(({ item }) => compiledItem(item)) };
  }
}

/** By content, so that neither keys nor the order of the library show in the bytes. */
function numberClips(used: readonly Clip[]): { clips: CompiledClip[]; numbers: Map<string, number> } {
  const byContent = new Map<string, CompiledClip>();
  for (const clip of used) byContent.set(contentOf(clip), compileClip(clip));
  const keys = [...byContent.keys()].sort();
  const places = new Map(keys.map((key, at) => [key, at + 1]));
  return {
    clips: keys.map((key) => byContent.get(key)!),
    numbers: new Map(used.map((clip) => [clip.audioUuid, places.get(contentOf(clip))!])),
  };
}

function contentOf({ sha256, language, text, speaker }: Clip): string {
  return [sha256, language, speaker, text].join(" ");
}

function compileClip(clip: Clip): CompiledClip {
  const { language, text, speaker, durationMs, format, sizeBytes, crc32, sha256 } = clip;
  return { language, text, speaker, durationMs: Math.round(durationMs), format, sizeBytes, crc32, sha256 };
}

function compileDirection({ direction, stations, path }: LineDirection): LineDirection {
  const distances = distancesAlong(path.map(({ lng, lat }) => [lng, lat]));
  return {
    direction,
    stations: stations.map((station) => ({ ...station, names: orderNames(station.names) })),
    path: path.map(({ lng, lat }, at) => ({
      lng: round(lng, 1e6),
      lat: round(lat, 1e6),
      distance: round(distances[at]!, 10),
    })),
  };
}

function orderNames(names: Names): Names {
  const known = Object.keys(languages) as Language[];
  return Object.fromEntries(known.flatMap((one) => (names[one] === undefined ? [] : [[one, names[one]]])));
}

function round(value: number, parts: number): number {
  return Math.round(value * parts) / parts;
}
