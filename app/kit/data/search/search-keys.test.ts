import { expect, test } from "vitest";
import { likePattern, searchKeys, termGrams } from "./search-keys";

const finds = (name: string, code: string, term: string) => {
  const keys = searchKeys(name, code);
  const fields = [name.toLowerCase(), code.toLowerCase(), keys.pinyin, keys.initials];
  const text = likePattern(term).slice(1, -1);
  return (
    termGrams(term).every((gram) => keys.searchGrams.includes(gram)) &&
    (term.length === 1 || fields.some((field) => field.includes(text)))
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
  expect(likePattern("50%_")).toBe("%50\\%\\_%");
});
