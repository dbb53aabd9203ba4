import { pinyin } from "pinyin-pro";

export type SearchKeys = {
  pinyin: string;
  initials: string;
  searchGrams: string[];
};

/** What a record with this name and these codes can be found by: its pinyin, its initials, and letters and pairs of letters of all of them. */
export function searchKeys(name: string, ...codes: (string | null | undefined)[]): SearchKeys {
  const { pinyin: full, initials } = spell(name);
  return { pinyin: full, initials, searchGrams: gramsOf(name, full, initials, ...codes) };
}

type OrderedKeys = SearchKeys & { nameOrder: string };

export const placeKeys = (name: string, ...codes: (string | null | undefined)[]): OrderedKeys => ({
  ...searchKeys(name, ...codes),
  nameOrder: orderOf(name, "off"),
});

/** The same of a person, whose surname may be read otherwise than the character alone: either reading finds them. */
export function personKeys(name: string, ...codes: (string | null | undefined)[]): OrderedKeys {
  const nameOrder = orderOf(name, "head");
  const keys = searchKeys(name, ...codes);
  const called = spell(name, "head");
  if (keys.pinyin === called.pinyin) return { ...keys, nameOrder };
  const grams = new Set([...keys.searchGrams, ...gramsOf(called.pinyin, called.initials)]);
  const pinyin = `${called.pinyin} ${keys.pinyin} ${keys.initials}`;
  return { pinyin, initials: called.initials, searchGrams: [...grams], nameOrder };
}

/** A name as it sorts: by the reading of one character after the other, as in a dictionary, and by its numbers. */
function orderOf(name: string, surname: "head" | "off"): string {
  return read(name, surname)
    .map(({ origin, isZh, pinyin: syllable, num }) =>
      isZh ? plain(syllable) + num + origin : normalizeForSearch(origin).replace(/\d+/g, padded),
    )
    .join(" ");
}

export const padded = (figures: string) => figures.padStart(8, "0");

const read = (name: string, surname: "head" | "off") =>
  pinyin(name.normalize("NFKC"), { type: "all", nonZh: "consecutive", surname, v: true });

function spell(name: string, surname: "head" | "off" = "off"): Pick<SearchKeys, "pinyin" | "initials"> {
  const signs = read(name, surname);
  return {
    pinyin: normalizeForSearch(signs.map(({ isZh, origin, pinyin: one }) => (isZh ? plain(one) : origin)).join("")),
    initials: normalizeForSearch(signs.map(({ isZh, origin, first }) => (isZh ? plain(first) : origin)).join("")),
  };
}

const plain = (syllable: string) =>
  syllable
    .normalize("NFD")
    .replace(/u\u0308/g, "v")
    .replace(/[\u0300-\u036f]/g, "");

export function termGrams(term: string): string[] {
  const letters = [...signsOf(term)];
  return letters.length === 1 ? letters : pairs(letters);
}

/** A text as it is compared in searches: NFKC, lower case, no spaces and no hyphens. */
export function normalizeForSearch(text: string): string {
  return text
    .normalize("NFKC")
    .toLowerCase()
    .replace(/[\s\u2010-\u2015\u2212-]+/g, "");
}

const signsOf = (term: string) => normalizeForSearch(term) || term.normalize("NFKC").toLowerCase().trim();

/** The pattern with which a found record is checked again. */
export function likePattern(term: string): string {
  return `%${signsOf(term).replace(/[\\%_]/g, "\\$&")}%`;
}

export function gramsOf(...fields: (string | null | undefined)[]): string[] {
  const grams = new Set<string>();
  for (const field of fields) {
    const letters = [...normalizeForSearch(field ?? "")];
    for (const gram of [...letters, ...pairs(letters)]) grams.add(gram);
    if (field?.includes("-")) grams.add("-");
  }
  return [...grams];
}

function pairs(letters: string[]): string[] {
  const found: string[] = [];
  for (let i = 1; i < letters.length; i++) found.push(letters[i - 1]! + letters[i]!);
  return found;
}
