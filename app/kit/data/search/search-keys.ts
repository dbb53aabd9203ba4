import { pinyin } from "pinyin-pro";

export type SearchKeys = {
  pinyin: string;
  initials: string;
  searchGrams: string[];
};

/** What a record with this name and these codes can be found by: its pinyin, its initials, and the pairs of letters of all of them. */
export function searchKeys(name: string, ...codes: (string | null | undefined)[]): SearchKeys {
  const syllables = pinyin(name, { toneType: "none", type: "array", nonZh: "consecutive", v: true });
  const full = normalizeForSearch(syllables.join(""));
  const initials = normalizeForSearch(
    syllables.map((syllable) => (/^[a-zü]+$/i.test(syllable) ? (syllable[0] ?? "") : syllable)).join(""),
  );
  const grams = new Set<string>();
  for (const field of [
    normalizeForSearch(name),
    full,
    initials,
    ...codes.map((code) => normalizeForSearch(code ?? "")),
  ]) {
    for (const gram of gramsOf(field)) grams.add(gram);
    if (field) grams.add(`^${[...field][0]}`);
  }
  return { pinyin: full, initials, searchGrams: [...grams] };
}

export function termGrams(term: string): string[] {
  const letters = [...normalizeForSearch(term)];
  if (letters.length === 1) return hanzi.test(letters[0]!) ? letters : [`^${letters[0]}`];
  return pairs(letters);
}

/** A text as it is compared in searches: NFKC, lower case, no spaces. */
export function normalizeForSearch(text: string): string {
  return text.normalize("NFKC").toLowerCase().replace(/\s+/g, "");
}

/** The pattern with which a found record is checked again. */
export function likePattern(term: string): string {
  return `%${normalizeForSearch(term).replace(/[\\%_]/g, "\\$&")}%`;
}

const hanzi = /\p{Script=Han}/u;

function gramsOf(field: string): string[] {
  const letters = [...field];
  return [...letters.filter((letter) => hanzi.test(letter)), ...pairs(letters)];
}

function pairs(letters: string[]): string[] {
  const found: string[] = [];
  for (let i = 1; i < letters.length; i++) found.push(letters[i - 1]! + letters[i]!);
  return found;
}
