import { pinyin } from "pinyin-pro";
import { placeReadings } from "./place-readings";

/** Chinese characters in numbered pinyin, places by their own readings. */
export function toPinyin(characters: string): string {
  return characters
    .split(placeNames)
    .filter(Boolean)
    .map((part) => placeReadings[part] ?? pinyin(part, { toneType: "num", v: true, nonZh: "removed" }))
    .join(" ")
    .replace(/([a-zü]+)0/g, "$15")
    .replace(/\s+/g, " ")
    .trim();
}

/** Pinyin as a person writes it (chóng qìng, chong2 qing4, chóngqìng) in numbered syllables; undefined where it is none. */
export function readPinyin(written: string): string | undefined {
  const letters = written.toLowerCase().normalize("NFD").replaceAll("ü", "v").replaceAll("u\u0308", "v");
  if (!/[a-z]/.test(letters)) return undefined;
  const syllables: string[] = [];
  for (const word of letters.split(/[\s'’\-,，.。]+/).filter(Boolean)) {
    let rest = word;
    while (rest !== "") {
      const [syllable] = syllableAtStart.exec(rest) ?? [];
      if (!syllable) return undefined;
      rest = rest.slice(syllable.length);
      const tone = /[1-5]/.exec(syllable)?.[0] ?? toneOf[/[\u0300\u0301\u0304\u030c]/.exec(syllable)?.[0] ?? ""] ?? "5";
      syllables.push(syllable.replace(/[^a-z]/g, "") + tone);
    }
  }
  return syllables.join(" ");
}

/** Finds the longest of these words, and keeps them where a text is split by it. */
export function anyOf(words: readonly string[]): RegExp {
  return new RegExp(`(${[...words].sort((a, b) => b.length - a.length).join("|")})`);
}

const placeNames = anyOf(Object.keys(placeReadings));
const toneOf: Record<string, string> = { "\u0304": "1", "\u0301": "2", "\u030c": "3", "\u0300": "4" };
const syllableAtStart =
  /^(?:[zcs]h|[bpmfdtnlgkhjqxrzcsyw])?(?:[aeiouv][\u0300\u0301\u0304\u030c]?){1,3}(?:ng(?![aeiouv])|n(?![aeiouv])|r(?![aeiouv]))?[1-5]?/;
