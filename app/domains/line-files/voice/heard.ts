import { completeness } from "~/transit/announcements/completeness";
import { type FilledItem, fillPlaylists } from "~/transit/announcements/fill-playlists";
import type { Clip, DisplayText, LineInput, Node, Recipe } from "~/transit/announcements/model";
import type { Direction, VoiceUse } from "~/transit/announcements/words";

export interface HeardItem extends Pick<FilledItem, "words" | "language" | "state"> {
  audioUuid?: string;
}

/** What a node lets hear on one loudspeaker. */
export interface HeardSpeaker {
  voiceUse: VoiceUse;
  /** The node's own, not the recipe's. */
  isOwn: boolean;
  items: HeardItem[];
  seconds: number;
  /** To where the next announcement of this loudspeaker begins, at 40 km/h. */
  secondsToNext?: number;
  isTooLong: boolean;
  overlapsNext: boolean;
}

export type Side = "inside" | "outside";
export const isInside = ({ voiceUse }: { voiceUse: VoiceUse }) => voiceUse % 2 === 1;

export interface HeardNode {
  node: Node;
  speakers: HeardSpeaker[];
  texts: DisplayText[];
}

export interface LineSpeech {
  line: LineInput;
  recipe: Recipe;
  nodes: Node[];
  clips: Clip[];
  /** Of a generated file, whose nodes all have what the recipe gave them as their own. */
  isGenerated?: boolean;
}

/** The nodes of one direction in driving order, with all that is heard and shown at each. */
export function heardNodes({ line, recipe, nodes, clips, isGenerated }: LineSpeech, direction: Direction): HeardNode[] {
  const own = nodes.filter((node) => node.direction === direction).sort((a, b) => a.serial - b.serial);
  const fill = fillPlaylists(line, recipe, clips);
  const checks = new Map(
    completeness(line, own, recipe, clips).map((check) => [`${check.nodeUuid} ${check.voiceUse}`, check]),
  );
  return own.map((node) => {
    const { playlists, texts } = fill(node);
    const speakers = playlists.map(({ voiceUse, isOwn, items }): HeardSpeaker => {
      const check = checks.get(`${node.nodeUuid} ${voiceUse}`);
      return {
        voiceUse,
        isOwn: isOwn && !isGenerated,
        items: items.map(heardItem),
        seconds: check?.totalSeconds ?? 0,
        secondsToNext: check?.secondsToNext,
        isTooLong: check?.isTooLong ?? false,
        overlapsNext: check?.overlapsNext ?? false,
      };
    });
    return { node, speakers, texts };
  });
}

const heardItem = ({ words, language, state, clip }: FilledItem): HeardItem => ({
  words,
  language,
  state,
  ...(clip && { audioUuid: clip.audioUuid }),
});

export interface VoiceCounts {
  recorded: number;
  spoken: number;
  missing: number;
  tooLong: number;
  overlapping: number;
}

/** The pieces of all loudspeakers by where they come from, and the loudspeakers that are not done in time. */
export function countHeard(heard: readonly HeardNode[]): VoiceCounts {
  const speakers = heard.flatMap((one) => one.speakers);
  const items = speakers.flatMap((one) => one.items);
  const inState = (state: HeardItem["state"]) => items.filter((one) => one.state === state).length;
  return {
    recorded: inState("recorded"),
    spoken: inState("spoken") + inState("unspoken"),
    missing: inState("missing"),
    tooLong: speakers.filter((one) => one.isTooLong).length,
    overlapping: speakers.filter((one) => one.overlapsNext && !one.isTooLong).length,
  };
}
