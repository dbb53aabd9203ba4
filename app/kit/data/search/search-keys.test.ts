import { expect, test } from "vitest";
import { likePatterns, normalizeForSearch, searchKeys, spellingOf, termGrams, withReading } from "./search-keys";

const finds = (name: string, code: string, term: string, keys = searchKeys(name, code)) => {
  const fields = [normalizeForSearch(name), code.toLowerCase(), keys.pinyin, keys.initials];
  const texts = likePatterns(term).map((pattern) => pattern.slice(1, -1));
  return (
    termGrams(term).every((gram) => keys.searchGrams.includes(gram)) &&
    (term.length === 1 || fields.some((field) => texts.some((text) => field.includes(text))))
  );
};

test.each(["人民", "民广", "人民广场", "renmin", "rmgc", "mgc", "A102", "a1", "人", "r", "RenMin GuangChang"])(
  "人民广场站 is found by %s",
  (term) => {
    expect(finds("人民广场站", "A1024", term)).toBe(true);
  },
);

test.each(["火车", "xyz", "B1", "广人"])("人民广场站 is not found by %s", (term) => {
  expect(finds("人民广场站", "A1024", term)).toBe(false);
});

test("names with letters and figures keep them in the initials", () => {
  expect(searchKeys("中关村e世界3号").initials).toBe("zgce世界3号".replace("世界", "sj").replace("号", "h"));
});

test("a pattern's own wildcards are taken literally", () => {
  expect(likePatterns("50%_")).toEqual(["%50\\%\\_%"]);
});

test.each([
  ["莘庄", "xinzhuang"],
  ["莘庄", "xz"],
  ["莘庄", "shenzhuang"],
  ["闵行", "minhang"],
  ["马家堡", "majiapu"],
  ["马家堡", "mjp"],
  ["十里堡", "shilipu"],
  ["大栅栏", "dashilan"],
  ["长阳路", "changyanglu"],
  ["重庆北路", "chongqing"],
  ["乐清汽车站东广场北侧公交枢纽", "yueqing"],
  ["啓德道", "启德"],
  ["启德道", "啓德"],
  ["线务站", "線務"],
  ["車公廟", "车公庙"],
  ["车公庙", "車公廟"],
  ["人民路・中山路", "人民路·中山路"],
  ["人民路•中山路", "路中山"],
  ["东门（北）", "东门北"],
  ["东门北", "东门(北)"],
  ["“红旗”渠", "红旗渠"],
])("%s is found by %s", (name, term) => {
  expect(finds(name, "A1", term)).toBe(true);
});

test.each([
  ["莘庄", "xins"],
  ["莘庄", "zhuangxz"],
])("%s is not found by %s", (name, term) => {
  expect(finds(name, "A1", term)).toBe(false);
});

test("the reading that a person gave finds a name too, and the likeliest stands first", () => {
  const keys = withReading(searchKeys("曾厝垵", "A1"), "zeng1 cuo4 an1");
  expect(finds("曾厝垵", "A1", "zengcuoan", keys)).toBe(true);
  expect(finds("曾厝垵", "A1", "zca", keys)).toBe(true);
  expect(keys.pinyin.split("|")[0]).toBe(spellingOf("曾厝垵").pinyin);
});

test("a long name of many readings keeps few spellings", () => {
  const { pinyin, searchGrams } = searchKeys("大长行重乐朝曾盛参率会解查任单仇区种尉贾".repeat(3));
  expect(pinyin.split("|").length).toBeLessThan(300);
  expect(searchGrams.length).toBeLessThan(600);
});

test.each(["860123450000789", "津A12345", "人民路1001弄（北）", "K50000", "长宁路8路夜班"])(
  "%s is found by each part of it",
  (code) => {
    const signs = [...code];
    for (let from = 0; from < signs.length; from++)
      for (let to = from + 1; to <= signs.length; to++) {
        const term = signs.slice(from, to).join("");
        expect([term, finds(code, "", term)]).toEqual([term, true]);
      }
  },
);

test("a number is looked for by its runs of four, and what they do not cover by its pairs", () => {
  expect(termGrams("50000")).toEqual(["5000", "0000"]);
  expect(termGrams("津A12")).toEqual(["津a", "a1", "12"]);
  expect(termGrams("津A1234")).toEqual(["a123", "1234", "津a"]);
  expect(termGrams("aaa")).toEqual(["aa", "aa"]);
  expect(termGrams("0000")).toEqual(["0000"]);
  expect(termGrams("renmin")).toEqual(["re", "en", "nm", "mi", "in"]);
  expect(searchKeys("860123450000789").searchGrams).toContain("4500");
  expect(searchKeys("890051230006000700").searchGrams).not.toContain("5000");
});
