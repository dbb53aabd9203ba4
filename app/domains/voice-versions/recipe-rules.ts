import {
  type Event,
  events,
  type Language,
  languages,
  type Part,
  parts,
  type VoiceUse,
  voiceUses,
} from "~/transit/announcements/words";
import type { RowPlace } from "./recipe";

export const mostParts = 20;
export const allEvents = Object.keys(events).map(Number) as Event[];
export const allLanguages = Object.keys(languages) as Language[];

/** Arrivals are heard by the loudspeakers of arrivals, departures by those of departures: inside, then outside. */
export const voiceUsesOf = (event: Event): readonly [inside: VoiceUse, outside: VoiceUse] =>
  event === 2 || event === 5 ? [1, 2] : [3, 4];

export const isOutside = (voiceUse: VoiceUse) => voiceUse === 2 || voiceUse === 4;

/** What is heard instead where a row of the last two stops is empty. */
export const standsIn: Partial<Record<Event, Event>> = { 4: 3, 5: 2 };

/** What a row may hold: behind the terminus there is no next station. */
export const partsOf = (event: Event): Part[] =>
  (Object.keys(parts) as Part[]).filter((part) => !(part === "nextStation" && event === 5));

export function placeFault({ event, voiceUse }: Pick<RowPlace, "event" | "voiceUse">): string | undefined {
  const [inside, outside] = voiceUsesOf(event);
  if (voiceUse === inside || voiceUse === outside) return undefined;
  return `${events[event]}只用${voiceUses[inside]}和${voiceUses[outside]}`;
}

/** What of a clip decides where it may be heard. */
export interface KnownClip {
  audioName: string;
  language: string;
  /** 0 inside, 1 outside, 2 both. */
  speaker: number;
  isValid: boolean;
}

export interface GivenPart {
  part: Part;
  audioUuid?: string | null;
}

/** Why a row does not take a part; undefined where it does. Music and chimes have no language of their own. */
export function partFault(
  place: RowPlace,
  { part, audioUuid }: GivenPart,
  clips: ReadonlyMap<string, KnownClip>,
): string | undefined {
  if (!partsOf(place.event).includes(part)) return `${events[place.event]}没有${parts[part]}`;
  if (part !== "clip") return audioUuid ? `${parts[part]}不带语音，请去掉` : undefined;
  if (!audioUuid) return "请选择语音";
  const clip = clips.get(audioUuid);
  if (!clip) return "语音不存在或已删除，请重新选择";
  if (!clip.isValid) return `语音“${clip.audioName}”已停用，请重新选择`;
  if (clip.language !== place.language && clip.language !== "other")
    return `语音“${clip.audioName}”是${nameOf(clip.language)}，这一行是${languages[place.language]}`;
  if (clip.speaker !== 2 && (clip.speaker === 1) !== isOutside(place.voiceUse))
    return `语音“${clip.audioName}”只用于${clip.speaker === 1 ? "车外" : "车内"}喇叭`;
  return undefined;
}

const nameOf = (language: string) => languages[language as Language] ?? language;

const textPlaces = { station: "本站", next: "下一站", terminus: "终点站", line: "线路名" } as const;

/** Why a text for the display cannot be shown at the event. */
export function textFault(event: Event, text: string): string | undefined {
  const used = [...text.matchAll(/\{([^{}]*)\}/g)].map(([, name = ""]) => name);
  const unknown = used.find((name) => !Object.hasOwn(textPlaces, name));
  if (unknown !== undefined) return `没有占位词 {${unknown}}，可用 {station}、{next}、{terminus}、{line}`;
  if (/[{}]/.test(text.replace(/\{[^{}]*\}/g, ""))) return "花括号没有成对";
  if (event === 5 && used.includes("next")) return "终点进站没有下一站，不能用 {next}";
  return undefined;
}

/** Rows that a recipe of these languages leaves empty with nothing to stand in, where passengers would expect words inside. */
export function emptyRows(slots: readonly RowPlace[], spoken: readonly Language[]): RowPlace[] {
  return allEvents.flatMap((event) =>
    spoken.flatMap((language) => {
      const voiceUse = voiceUsesOf(event)[0];
      const has = (wanted: Event) =>
        slots.some((one) => one.event === wanted && one.voiceUse === voiceUse && one.language === language);
      const instead = standsIn[event];
      return has(event) || (instead && has(instead)) ? [] : [{ event, voiceUse, language }];
    }),
  );
}
