import { expect, it } from "vitest";
import { newKey, recordKeyPattern } from "./key";

it("keys sort in the order in which they were made, also many of one millisecond and after the clock was put back", () => {
  const now = Date.now();
  const keys = [...Array.from({ length: 10_000 }, () => newKey(now)), newKey(now - 5000), newKey(now + 10)];
  expect([...keys].sort()).toEqual(keys);
  expect(new Set(keys).size).toBe(keys.length);
  expect(keys.every((key) => recordKeyPattern.test(key) && key[12] === "7" && /[89ab]/.test(key[16]!))).toBe(true);
  expect(parseInt(keys[0]!.slice(0, 12), 16)).toBeGreaterThanOrEqual(now);
});
