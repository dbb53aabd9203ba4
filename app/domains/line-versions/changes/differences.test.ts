import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type CallAtStation, changesInShort, changesInWords, stationChanges } from "./differences";

const call = (name: string, fields: Partial<CallAtStation> = {}): CallAtStation => ({
  staUuid: name,
  staName: name,
  staType: 5,
  inRadius: 50,
  ...fields,
});
const calls = (names: string) => [...names].map((name) => call(name));

describe("how a direction's stations became others", () => {
  it.each([
    ["abcde", "abcde", ""],
    ["abcde", "acde", "取消 1 站：b（原第 2 站）"],
    ["abcde", "abxcde", "增加 1 站：x（第 3 站）"],
    ["abcde", "abdec", "移动 1 站：c（第 3 站→第 5 站）"],
    ["abcde", "axcd", "增加 1 站：x（第 2 站）；取消 2 站：b（原第 2 站）、e（原第 5 站）"],
    ["", "ab", "增加 2 站：a（第 1 站）、b（第 2 站）"],
    ["abab", "abcab", "增加 1 站：c（第 3 站）"],
  ])("tells %s → %s in words", (before, after, words) => {
    expect(changesInWords(stationChanges(calls(before), calls(after)))).toBe(words);
  });

  it("tells which fields of a call were set anew, but not the types that go with the ends", () => {
    const before = [call("a", { staType: 1 }), call("b", { isKey: false }), call("c"), call("d", { staType: 2 })];
    const after = [call("a", { staType: 1 }), call("b", { isKey: true, inRadius: 60 }), call("c", { staType: 2 })];
    const changes = stationChanges(before, after);
    expect(changesInWords(changes)).toBe(
      "取消 1 站：d（原第 4 站）；修改 1 站：第 2 站 b（进站半径 50→60，大站 否→是）",
    );
    expect(changesInShort(changes)).toBe("减 1 改 1");
  });

  it("accounts for every call of both sides, however often a station recurs", () => {
    const some = fc.array(fc.constantFrom(..."abcdef"), { maxLength: 30 });
    fc.assert(
      fc.property(some, some, (before, after) => {
        const changes = stationChanges(calls(before.join("")), calls(after.join("")));
        const gone = new Set(
          changes.flatMap((one) => (one.kind === "removed" || one.kind === "moved" ? [one.from] : [])),
        );
        const come = new Set(changes.flatMap((one) => (one.kind === "added" || one.kind === "moved" ? [one.to] : [])));
        expect(before.filter((_, at) => !gone.has(at + 1))).toEqual(after.filter((_, at) => !come.has(at + 1)));
        for (const one of changes) if (one.kind === "moved") expect(before[one.from - 1]).toBe(after[one.to - 1]);
      }),
    );
  });
});
