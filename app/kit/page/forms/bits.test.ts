import { expect, it } from "vitest";
import { bits, ticksOf } from "./bits";

const abilities = [
  { value: 1, label: "定位" },
  { value: 2, label: "报站" },
  { value: 8, label: "视频" },
];

it("takes ticked boxes or their sum for bits, and shows them as boxes again", () => {
  const rule = bits(abilities);
  expect([rule.parse("8"), rule.parse(["1", "8"]), rule.parse(["4", "2"]), rule.parse(3)]).toEqual([8, 9, 2, 3]);
  expect(["12x", 12, null, undefined, true].map((wrong) => rule.safeParse(wrong).success)).toEqual([
    false,
    false,
    false,
    false,
    false,
  ]);
  expect(ticksOf(abilities, 9)).toEqual(["1", "8"]);
});
