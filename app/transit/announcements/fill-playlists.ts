import { findClips } from "./find-clips";
import type { Clip, DisplayText, LineInput, LineStation, Node, PlayItem, Recipe, RecipeSlot } from "./model";
import { directionWords, type Event, type Language, type Part, languages, type VoiceUse, voiceUses } from "./words";

/** `unspoken` words get a clip when the file is generated. */
export type Soundness = "recorded" | "spoken" | "unspoken" | "missing";

/** Of words that a node has instead of a clip. */
export const spokenLanguage = "zh" satisfies Language;

export interface FilledItem {
  item: PlayItem;
  language: Language;
  state: Soundness;
  /** The words heard, and the clip they are heard from. */
  words: string;
  part: Part;
  clip?: Clip;
  /** Of a slot for a stop. */
  staUuid?: string;
}

export interface FilledPlaylist {
  voiceUse: VoiceUse;
  /** Whether it is the node's and not the recipe's. */
  isOwn: boolean;
  items: FilledItem[];
}

export interface NodeSound {
  playlists: FilledPlaylist[];
  texts: DisplayText[];
}

/** What each node of a line lets hear: its own playlist for a loudspeaker, else the recipe's with its slots filled. */
export function fillPlaylists(line: LineInput, recipe: Recipe, clips: readonly Clip[]): (node: Node) => NodeSound {
  const found = findClips(clips);
  const stations = new Map(line.directions.map((one) => [one.direction, one.stations]));
  return (node) => {
    const around = surroundings(line, stations.get(node.direction) ?? [], node);
    const playlists = soundsOf(node).flatMap((voiceUse): FilledPlaylist[] => {
      const own = node.playlists.find((one) => one.voiceUse === voiceUse);
      const items = own
        ? own.items.map((item) => ownItem(item, found))
        : rowsOf(recipe.slots, node.event, voiceUse).map((slot) => fillSlot(slot, around, found));
      return items.length > 0 ? [{ voiceUse, isOwn: own !== undefined, items }] : [];
    });
    return { playlists, texts: textsOf(node, recipe, around) };
  };
}

const allUses = Object.keys(voiceUses).map(Number) as VoiceUse[];

/** The loudspeakers of an event; a node made by hand lets hear what it has been given. */
function soundsOf({ event, playlists }: Pick<Node, "event" | "playlists">): VoiceUse[] {
  const arriving = event === 2 || event === 5;
  return allUses.filter(
    (use) => playlists.some((one) => one.voiceUse === use) || (event !== undefined && arriving === use <= 2),
  );
}

/** The last but one and the terminus are announced as any other stop where the recipe has nothing for them. */
const insteadOf: Partial<Record<Event, Event>> = { 4: 3, 5: 2 };

function rowsOf<Row extends { event: Event; voiceUse: VoiceUse; language: Language; order: number }>(
  rows: readonly Row[],
  event: Event | undefined,
  voiceUse: VoiceUse,
): Row[] {
  if (event === undefined) return [];
  const own = rows.filter((row) => row.event === event && row.voiceUse === voiceUse);
  const instead = insteadOf[event];
  if (own.length === 0 && instead) return rowsOf(rows, instead, voiceUse);
  return own.sort((a, b) => rankOf(a.language) - rankOf(b.language) || a.order - b.order);
}

function rankOf(language: Language): number {
  return Object.keys(languages).indexOf(language);
}

interface Surroundings {
  station?: LineStation;
  nextStation?: LineStation;
  terminus?: LineStation;
  line: LineInput;
  node: Node;
}

function surroundings(line: LineInput, stations: readonly LineStation[], node: Node): Surroundings {
  const at = (node.staSerial ?? 0) - 1;
  return {
    line,
    node,
    station: stations[at],
    nextStation: at < 0 ? undefined : stations[at + 1],
    terminus: stations.at(-1),
  };
}

function fillSlot(slot: RecipeSlot, around: Surroundings, found: ReturnType<typeof findClips>): FilledItem {
  const { language, part } = slot;
  if (part === "clip") {
    const clip = found.byUuid.get(slot.audioUuid ?? "");
    return { ...filled(clip, clip?.text ?? slot.audioUuid ?? "", language), part };
  }
  const isStop = part === "station" || part === "nextStation" || part === "terminus";
  const words = wordsOf(part, around, language);
  const clip = isStop ? found.station(around[part], language) : found.words(words, language);
  const staUuid = isStop ? around[part]?.staUuid : undefined;
  return { ...filled(clip, words, language), part, ...(staUuid && { staUuid }) };
}

function filled(clip: Clip | undefined, words: string, language: Language) {
  return clip
    ? { item: { audioUuid: clip.audioUuid }, language, state: clip.source, words, clip }
    : { item: { text: words }, language, state: "missing" as const, words };
}

/** Words for the vehicle to speak have a clip, too, for vehicles that do not. */
function ownItem(item: PlayItem, found: ReturnType<typeof findClips>): FilledItem {
  if ("text" in item) {
    const clip = found.words(item.text, spokenLanguage);
    return { item, language: spokenLanguage, state: clip?.source ?? "unspoken", words: item.text, part: "clip", clip };
  }
  const clip = found.byUuid.get(item.audioUuid);
  if (clip) return { ...filled(clip, clip.text, clip.language), part: "clip" };
  return { item, language: "zh", state: "missing", words: item.audioUuid, part: "clip" };
}

function wordsOf(part: Exclude<Part, "clip">, around: Surroundings, language: Language): string {
  if (part === "direction") return directionWords[language][around.node.direction - 1]!;
  const names = part === "lineName" ? around.line.names : around[part]?.names;
  return names?.[language] ?? "";
}

function textsOf(node: Node, recipe: Recipe, around: Surroundings): DisplayText[] {
  if (node.texts.length > 0) return node.texts;
  return soundsOf({ ...node, playlists: [] }).flatMap((voiceUse) =>
    rowsOf(recipe.texts, node.event, voiceUse).map(({ language, text, seconds }) => ({
      language,
      text: fillText(text, around, language),
      seconds,
    })),
  );
}

const placeholders = { station: "station", next: "nextStation", terminus: "terminus", line: "lineName" } as const;

function fillText(text: string, around: Surroundings, language: Language): string {
  return text.replace(/\{(station|next|terminus|line)\}/g, (_, name: keyof typeof placeholders) =>
    wordsOf(placeholders[name], around, language),
  );
}
