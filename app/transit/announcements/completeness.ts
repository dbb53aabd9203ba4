import { fillPlaylists, type FilledItem, type FilledPlaylist } from "./fill-playlists";
import { playsOf } from "./node-extra";
import type { Clip, LineInput, Node, Recipe } from "./model";
import type { Direction, Event, Language, VoiceUse } from "./words";

/** How one node sounds from one loudspeaker in one language; times are seconds. */
export interface SoundCheck {
  nodeUuid: string;
  direction: Direction;
  serial: number;
  name: string;
  event?: Event;
  voiceUse: VoiceUse;
  language: Language;
  recorded: number;
  spoken: number;
  /** The words that have no clip. */
  missing: string[];
  seconds: number;
  /** From all languages of the loudspeaker together, and from here to its next node at 40 km/h. */
  totalSeconds: number;
  secondsToNext?: number;
  /** It takes longer than that by itself. */
  isTooLong: boolean;
  /** It is still heard when the next begins, be it that others before it held it up. */
  overlapsNext: boolean;
}

const metresPerSecond = 40 / 3.6;

/** Every node of a line by loudspeaker and language, in driving order. */
export function completeness(
  line: LineInput,
  nodes: readonly Node[],
  recipe: Recipe,
  clips: readonly Clip[],
): SoundCheck[] {
  const fill = fillPlaylists(line, recipe, clips);
  const heard = nodes.flatMap((node) => fill(node).playlists.map((playlist) => ({ node, playlist })));
  const speakers = new Map<string, typeof heard>();
  for (const one of heard) {
    const key = `${one.node.direction} ${one.playlist.voiceUse % 2}`;
    speakers.set(key, [...(speakers.get(key) ?? []), one]);
  }
  const checks = [...speakers.values()].flatMap(checkSpeaker);
  return checks.sort((a, b) => a.direction - b.direction || a.serial - b.serial || a.voiceUse - b.voiceUse);
}

/** One loudspeaker of a direction: inside or outside. */
function checkSpeaker(heard: { node: Node; playlist: FilledPlaylist }[]): SoundCheck[] {
  const ordered = [...heard].sort((a, b) => a.node.serial - b.node.serial);
  let quietAt = 0;
  return ordered.flatMap(({ node, playlist }, at) => {
    const beginsAt = beginningOf(node);
    const next = ordered[at + 1];
    const nextAt = next ? beginningOf(next.node) : undefined;
    const totalSeconds = playsOf(node.extra) * sum(playlist.items.map(secondsOf));
    quietAt = Math.max(quietAt, beginsAt) + totalSeconds;
    const secondsToNext = nextAt === undefined ? undefined : Math.max(0, nextAt - beginsAt);
    const common = {
      nodeUuid: node.nodeUuid,
      direction: node.direction,
      serial: node.serial,
      name: node.name,
      event: node.event,
      voiceUse: playlist.voiceUse,
      totalSeconds: tenths(totalSeconds),
      secondsToNext: secondsToNext === undefined ? undefined : tenths(secondsToNext),
      isTooLong: secondsToNext !== undefined && totalSeconds > secondsToNext,
      overlapsNext: nextAt !== undefined && quietAt > nextAt,
    };
    return [...new Set(playlist.items.map(({ language }) => language))].map((language) => {
      const items = playlist.items.filter((item) => item.language === language);
      return {
        ...common,
        language,
        recorded: items.filter(({ state }) => state === "recorded").length,
        spoken: items.filter(({ state }) => state === "spoken" || state === "unspoken").length,
        missing: items.filter(({ state }) => state === "missing").map(({ words, part }) => words || part),
        seconds: tenths(sum(items.map(secondsOf))),
      };
    });
  });
}

/** Seconds of driving to where the node's circle begins. */
function beginningOf({ distance, radius }: Node): number {
  return Math.max(0, distance - radius) / metresPerSecond;
}

/** Words without a clip: four Chinese characters or digits a second, or fifteen letters. */
function secondsOf({ clip, words }: Pick<FilledItem, "clip" | "words">): number {
  if (clip) return clip.durationMs / 1000;
  const wide = words.replace(/[^\d\u0100-\uffff]/g, "").length;
  return wide / 4 + (words.length - wide) / 15;
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

function tenths(seconds: number): number {
  return Math.round(seconds * 10) / 10;
}
