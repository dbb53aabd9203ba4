import { expect, it } from "vitest";
import { rangeOf } from "./byte-range";

it.each([
  ["bytes=0-0", [0, 0]],
  ["bytes=0-9", [0, 9]],
  ["bytes=9-9", [9, 9]],
  ["bytes=3-", [3, 9]],
  ["bytes=3-99", [3, 9]],
  ["bytes=-4", [6, 9]],
  ["bytes=-99", [0, 9]],
  ["bytes=10-", undefined],
  ["bytes=10-12", undefined],
  ["bytes=5-4", undefined],
  ["bytes=-0", undefined],
  ["bytes=-", undefined],
  ["bytes=1-2,4-5", undefined],
  ["lines=1-2", undefined],
  ["bytes=1234567890123456-", undefined],
  [null, undefined],
])("of ten bytes, %s is %j", (asked, range) => expect(rangeOf(asked, 10)).toEqual(range));

it("there is no part of an empty file", () => expect(rangeOf("bytes=0-", 0)).toBe(undefined));
