import { groupBy } from "~/kit/ground/group-by";
import type { Clip, LineStation } from "./model";
import { plainWords, saysName } from "./says-name";
import type { Language } from "./words";

/** Clips by what they say: one that says a station's name before others, its own before one that only has the name, and recorded before spoken in the first place. */
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
      const name = station.names[language] ?? "";
      const all = byStation.get(`${language} ${station.staUuid}`) ?? [];
      const own = all.find((clip) => saysName(clip, name)) ?? all[0];
      const named = words(name, language);
      if (!own || !named) return own ?? named;
      // After a renaming its own clip says the old name.
      return !saysName(own, name) || rankOf(named) < rankOf(own) ? named : own;
    },
  };
}

/** The key is another one in another database; what is heard is not. */
const orderOf = ({ sha256, audioUuid }: Clip) => `${sha256} ${audioUuid}`;

function rankOf({ source }: Clip): number {
  return source === "recorded" ? 0 : 1;
}
