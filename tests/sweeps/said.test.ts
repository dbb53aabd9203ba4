import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { groupBy } from "~/kit/ground/group-by";
import { account, enter } from "../kit/accounts";
import { fits, gap, withGaps } from "../kit/said";
import { expectAsKept, skipAfterMidnight } from "../kit/said-kept";
import type { Visitor } from "../kit/visit";
import type { Keys } from "./addresses";
import { keysOfFullest, readablePaths, readCalls, readPages } from "./readings";

let person: Visitor;
let keys: Keys;

beforeAll(async () => {
  person = await enter(await account({ isSuper: true, called: "reader" }));
  keys = await keysOfFullest();
});

const groups = groupBy(readablePaths(), (path) => /^\/([^/]+)\//.exec(path)?.[1] ?? "others");

describe("on the demo city every page says what it said before, and nothing else", () => {
  beforeEach(skipAfterMidnight);
  it.each([...groups])("%s", async (group, paths) => expectAsKept(group, await readPages(person, paths, keys)));
});

it("on the demo city every call that reads answers what it answered before, and nothing else", async (test) => {
  await skipAfterMidnight(test);
  const said = await readCalls(person, keys);
  expect(said.size).toBeGreaterThan(100);
  expectAsKept("calls", said);
});

describe("what is kept", () => {
  it("fits what differs at its gaps only", () => {
    expect(fits(["a", "b"], ["a", "b"])).toBe(true);
    expect(fits(["a", "b"], ["a", "b", "b"])).toBe(false);
    expect(fits(["a", gap, "b"], ["a", "b"])).toBe(true);
    expect(fits(["a", gap, "b"], ["a", "x", "b", "b"])).toBe(true);
    expect(fits(["a", gap, "b"], ["a", "x", "b", "c"])).toBe(false);
    expect(fits([gap, "b", gap], ["a"])).toBe(false);
    expect(fits(["a", gap, "b", "c", gap, "c"], ["a", "b", "c"])).toBe(false);
    expect(fits(["a", gap, "b", "c", gap, "c"], ["a", "b", "b", "c", "c"])).toBe(true);
  });

  it("is renewed with its gaps, and learns further ones", () => {
    expect(withGaps(["a", gap, "b", "c"], ["a", "1", "2", "b", "new", "c"])).toEqual(["a", gap, "b", "new", "c"]);
    expect(withGaps(["a", "b", "c"], ["a", "x", "c"], true)).toEqual(["a", gap, "c"]);
    expect(withGaps(["a", "b"], ["a", "b"], true)).toEqual(["a", "b"]);
  });
});
