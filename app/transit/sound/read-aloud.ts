import type { SpokenLanguage, SpokenText } from "./sound";

/** How a text is heard. `pronunciation` is the whole of it in pinyin (chóng qìng or chong2 qing4) or in characters that sound right, and wins. */
export function readAloud(
  text: string,
  { language, pronunciation }: { language: SpokenLanguage; pronunciation?: string },
): SpokenText {
  const words = pronunciation ?? text;
  return { language, words, parts: [{ language, text: words }] };
}
