import { Converter } from "opencc-js/t2cn";
import { pinyin, polyphonic } from "pinyin-pro";

export type SearchKeys = {
  pinyin: string;
  initials: string;
  searchGrams: string[];
};

interface Spelling {
  pinyin: string;
  initials: string;
}

/** What a record with this name and these codes can be found by: its pinyin and initials, read in every way its characters may be read, the name in simplified characters, and letters and pairs of letters of all of them. */
export const searchKeys = (name: string, ...codes: (string | null | undefined)[]): SearchKeys =>
  keysOf(spellingsOf(name), name, codes);

type OrderedKeys = SearchKeys & { nameOrder: string };

export const placeKeys = (name: string, ...codes: (string | null | undefined)[]): OrderedKeys => ({
  ...searchKeys(name, ...codes),
  nameOrder: orderOf(name, "off"),
});

/** The same of a person, whose surname may be read otherwise than the character alone: either reading finds them. */
export const personKeys = (name: string, ...codes: (string | null | undefined)[]): OrderedKeys => ({
  ...keysOf(spellingsOf(name, "head"), name, codes),
  nameOrder: orderOf(name, "head"),
});

/** The same keys with those of a reading that a person gave, in numbered pinyin: xin1 zhuang1. */
export function withReading(keys: SearchKeys, reading: string): SearchKeys {
  const syllables = reading.replace(/\d/g, "").split(" ").filter(Boolean);
  const given = { pinyin: syllables.join(""), initials: syllables.map((syllable) => syllable[0]).join("") };
  return {
    ...keys,
    pinyin: joined([...keys.pinyin.split(betweenSpellings), given.pinyin, given.initials]),
    searchGrams: [...new Set([...keys.searchGrams, ...gramsOf(given.pinyin, given.initials)])],
  };
}

/** A name's likeliest reading, as it compares in searches. */
export const spellingOf = (name: string): Spelling => spellingsOf(name)[0]!;

function keysOf(
  spellings: readonly Spelling[],
  name: string,
  codes: readonly (string | null | undefined)[],
): SearchKeys {
  const [likeliest, ...others] = spellings as [Spelling, ...Spelling[]];
  const asTyped = normalizeForSearch(name);
  const simplified = simplify(asTyped);
  const spelt = [likeliest.pinyin, ...others.flatMap((one) => [one.pinyin, one.initials])];
  return {
    pinyin: joined(simplified === asTyped ? spelt : [...spelt, simplified]),
    initials: likeliest.initials,
    searchGrams: gramsOf(name, likeliest.initials, ...spelt, ...codes),
  };
}

/** Stands where one spelling ends, so that nothing is found across two; the likeliest stands first. */
export const betweenSpellings = "|";

const joined = (spelt: readonly string[]) => [...new Set(spelt)].join(betweenSpellings);

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

/** Every way a name may be read, the likeliest first. Where that would be too many, one character at a time is read otherwise. */
function spellingsOf(name: string, surname: "head" | "off" = "off"): Spelling[] {
  const signs = read(name, surname).map(({ isZh, origin, pinyin: one }) => ({
    isZh,
    readings: isZh ? [...new Set([plain(one), ...readingsOf(origin)])] : [origin],
  }));
  const likeliest = signs.map(({ readings }) => readings[0]!);
  const ways = signs.reduce((product, { readings }) => product * readings.length, 1);
  const all =
    ways <= mostWays
      ? signs.reduce<string[][]>(
          (begun, { readings }) => begun.flatMap((way) => readings.map((one) => [...way, one])),
          [[]],
        )
      : [likeliest, ...signs.flatMap(({ readings }, at) => readings.slice(1).map((one) => likeliest.with(at, one)))];
  return all.map((way) => ({
    pinyin: normalizeForSearch(way.join("")),
    initials: normalizeForSearch(way.map((one, at) => (signs[at]!.isZh ? one.slice(0, 1) : one)).join("")),
  }));
}

const mostWays = 16;

function readingsOf(character: string): readonly string[] {
  let readings = knownReadings.get(character);
  if (!readings) {
    const [all = ""] = polyphonic(character, { toneType: "none" });
    knownReadings.set(character, (readings = all.split(" ").filter(Boolean).map(plain)));
  }
  return readings;
}

const knownReadings = new Map<string, readonly string[]>();

const plain = (syllable: string) =>
  syllable
    .normalize("NFD")
    .replace(/u\u0308/g, "v")
    .replace(/[\u0300-\u036f]/g, "");

/** What a record must have to hold a term: its runs of four where it has some, and the pairs that they do not cover, as often as they stand in it. A single one is the whole term. */
export function termGrams(term: string): string[] {
  const letters = [...simplify(signsOf(term))];
  if (letters.length === 1) return letters;
  const runs = runsOfFour(letters);
  const covered = new Set(runs.flatMap(({ at }) => [at, at + 1, at + 2]));
  return [...runs.map(({ run }) => run), ...pairs(letters).filter((_, at) => !covered.has(at))];
}

/** A text as it is compared in searches: NFKC, lower case, without `ignoredInSearch`. */
export const normalizeForSearch = (text: string): string =>
  [...text.normalize("NFKC").toLowerCase().replace(/\s+/g, "")].filter((sign) => !ignored.has(sign)).join("");

/** What counts nowhere in a search: blanks, hyphens and dashes, dots between words, quotes and brackets, as NFKC leaves them. */
export const ignoredInSearch =
  " \t\r\n\u3000-\u2010\u2011\u2012\u2013\u2014\u2015\u2212\u00b7\u2022\u2027\u2219\u22c5\u30fb\"'\u2018\u2019\u201c\u201d()[]{}<>\u3008\u3009\u300a\u300b\u300c\u300d\u300e\u300f\u3010\u3011\u3014\u3015";

const ignored: ReadonlySet<string> = new Set(ignoredInSearch);

/** A text in simplified characters, one by one: what a pair of characters means together does not count, so that a part of a name is folded as the whole. */
const simplify = (text: string): string =>
  [...text].map((sign) => (sign < "\u3400" ? sign : simplified(sign))).join("");

function simplified(sign: string): string {
  let folded = knownSimplified.get(sign);
  if (folded === undefined) knownSimplified.set(sign, (folded = toSimplified(sign)));
  return folded;
}

const toSimplified = Converter({ from: "t", to: "cn" });
const knownSimplified = new Map<string, string>();

const signsOf = (term: string) => normalizeForSearch(term) || term.normalize("NFKC").toLowerCase().trim();

/** The patterns with which a found record is checked again: the term as it compares, in simplified characters where they differ, and signs that searches ignore as they were typed. */
export function likePatterns(term: string): string[] {
  const signs = signsOf(term);
  const asTyped = normalizeForSearch(term) ? signs : term.trim();
  return [...new Set([signs, simplify(signs), asTyped])].map((one) => `%${one.replace(/[\\%_]/g, "\\$&")}%`);
}

/** The letters, pairs of letters and runs of four of a code of some texts, as typed and in simplified characters; of signs that searches ignore each by itself. */
export function gramsOf(...fields: (string | null | undefined)[]): string[] {
  const grams = new Set<string>();
  for (const field of fields) {
    if (!field) continue;
    const asTyped = normalizeForSearch(field);
    for (const text of new Set([asTyped, simplify(asTyped)])) {
      const letters = [...text];
      for (const gram of [...letters, ...pairs(letters), ...runsOfFour(letters).map(({ run }) => run)]) grams.add(gram);
    }
    for (const sign of field.normalize("NFKC")) if (sign.trim() && ignored.has(sign)) grams.add(sign);
  }
  return [...grams];
}

/** Four letters of a code in a row, one of them a figure: of numbers every pair is common, and 50000 stands in few. */
function runsOfFour(letters: readonly string[]): { at: number; run: string }[] {
  const found: { at: number; run: string }[] = [];
  for (let at = 0; at + 4 <= letters.length; at++) {
    const run = letters.slice(at, at + 4).join("");
    if (/^[a-z0-9]{4}$/.test(run) && /\d/.test(run)) found.push({ at, run });
  }
  return found;
}

function pairs(letters: string[]): string[] {
  const found: string[] = [];
  for (let i = 1; i < letters.length; i++) found.push(letters[i - 1]! + letters[i]!);
  return found;
}
