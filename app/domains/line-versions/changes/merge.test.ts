import { describe, expect, it } from "vitest";
import { newRow } from "../sequence/sequence";
import { mergedCalls } from "./merge";

const rows = (names: string, changes: object = {}) =>
  [...names].map((staUuid) => ({ ...newRow(staUuid), ...(changes as Record<string, object>)[staUuid] }));
const merged = (base: string, mine: string, theirs: string) =>
  mergedCalls(rows(base), rows(mine), rows(theirs), 1)
    ?.map(({ staUuid }) => staUuid)
    .join("") ?? null;

describe("what two made of one sequence", () => {
  it("goes together where they changed different places", () => {
    expect(merged("abcdef", "abdef", "abcdf")).toBe("abdf");
    expect(merged("abcdef", "abxcdef", "abcdeyf")).toBe("abxcdeyf");
    expect(merged("abcdef", "bcdef", "abcdefg")).toBe("bcdefg");
    expect(merged("abcdef", "abcdef", "fedcba")).toBe("fedcba");
    expect(merged("abcdef", "abdef", "abdef")).toBe("abdef");
    expect(merged("abcdefg", "acdbefg", "abcdeg")).toBe("acdbeg");
    expect(merged("", "ab", "")).toBe("ab");
  });

  it("does not where they changed one place differently", () => {
    expect(merged("abcd", "abxcd", "abycd")).toBeNull();
    expect(merged("abcd", "acbd", "abdc")).toBeNull();
    expect(merged("abcdef", "acdebf", "acdef")).toBeNull();
    expect(merged("abcd", "xabcd", "abcdx")).toBeNull();
    expect(mergedCalls(rows("abc"), rows("ac"), rows("abc", { b: { dwell: 30 } }), 1)).toBeNull();
    expect(
      mergedCalls(rows("abc"), rows("abc", { b: { dwell: 20 } }), rows("abc", { b: { dwell: 30 } }), 1),
    ).toBeNull();
  });

  it("takes the fields of both, and types the ends anew", () => {
    const both = mergedCalls(rows("abc"), rows("abc", { b: { dwell: 20 } }), rows("bc", { b: { limitSpeed: 40 } }), 1)!;
    expect(both.map(({ staUuid, staType, dwell, limitSpeed }) => [staUuid, staType, dwell, limitSpeed])).toEqual([
      ["b", 1, 20, 40],
      ["c", 2, null, null],
    ]);
  });

  it("never loses what only one of them did", () => {
    const alphabet = "abcdefghij";
    let seed = 7;
    const next = (most: number) => (seed = (seed * 48_271) % 2_147_483_647) % most;
    for (let run = 0; run < 300; run++) {
      const side = () => [...alphabet].filter(() => next(5) > 0).join("");
      const [mine, theirs] = [side(), side()];
      expect(merged(alphabet, mine, theirs)).toBe(
        [...alphabet].filter((one) => mine.includes(one) && theirs.includes(one)).join(""),
      );
    }
  });
});
