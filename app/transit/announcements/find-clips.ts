import { groupBy } from "~/kit/ground/group-by";
import type { Clip, LineStation } from "./model";
import type { Language } from "./words";

/** Clips by what they say: a station's own before one with its name, and recorded before spoken in the first place. */
export function findClips(clips: readonly Clip[]) {
  const ranked = [...clips].sort((a, b) => rankOf(a) - rankOf(b) || (orderOf(a) < orderOf(b) ? -1 : 1));
  const byStation = groupBy(
    ranked.filter(({ staUuid }) => staUuid !== undefined),
    ({ staUuid, language }) => `${language} ${staUuid}`,
  );
  const byWords = groupBy(ranked, ({ text, language }) => `${language} ${plainWords(text)}`);
  const words = (text: string, language: Language) =>
    text === "" ? undefined : byWords.get(`${language} ${plainWords(text)}`)?.[0];
  return {
    byUuid: new Map(clips.map((clip) => [clip.audioUuid, clip])),
    words,
    station(station: LineStation | undefined, language: Language): Clip | undefined {
      if (!station) return undefined;
      const own = byStation.get(`${language} ${station.staUuid}`)?.[0];
      const named = words(station.names[language] ?? "", language);
      if (!own || !named) return own ?? named;
      return rankOf(named) < rankOf(own) ? named : own;
    },
  };
}

/** The key is another one in another database; what is heard is not. */
const orderOf = ({ sha256, audioUuid }: Clip) => `${sha256} ${audioUuid}`;

function rankOf({ source }: Clip): number {
  return source === "recorded" ? 0 : 1;
}

/** Words are the same whatever their width, case and blanks. */
export function plainWords(text: string): string {
  return text.normalize("NFKC").toLowerCase().replace(/\s+/g, "");
}
