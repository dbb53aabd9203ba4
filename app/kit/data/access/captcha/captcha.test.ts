import { describe, expect, it } from "vitest";
import { readPng, solveCaptcha } from "../../../../../tests/captcha-solver";
import { glyphs } from "./glyphs";
import { drawCaptcha, size } from "./picture";
import { blank, draw, type Raster, toPng } from "./raster";

const names = Object.keys(glyphs);

/** The same numbers at each run. */
function numbers(seed: number): () => number {
  let state = seed;
  return () => (state = (state * 48_271) % 2_147_483_647) / 2_147_483_647;
}

const textOf = (random: () => number) =>
  Array.from({ length: 5 + Math.floor(random() * 2) }, () => names[Math.floor(random() * names.length)]).join("");

/** How many of so many pictures the solver reads. */
function countRead(pictures: number, drawn: (text: string, random: () => number) => Raster): number {
  const random = numbers(4471);
  return Array.from({ length: pictures }, () => {
    const text = textOf(random);
    return solveCaptcha(readPng(toPng(drawn(text, random)))) === text;
  }).filter(Boolean).length;
}

/** The characters as they are, side by side. */
function upright(text: string): Raster {
  const on = blank(size.width, size.height);
  [...text].forEach((name, place) => {
    for (const stroke of glyphs[name]!)
      draw(
        on,
        stroke.map(([x, y]) => [8 + place * 38 + x * 31, 18 + y * 48] as const),
        2.1,
      );
  });
  return on;
}

describe("the solver", () => {
  it("reads the characters where they stand upright", () => expect(countRead(10, upright)).toBeGreaterThanOrEqual(9));

  it(
    "reads at most one of a hundred pictures",
    () => expect(countRead(100, drawCaptcha)).toBeLessThanOrEqual(1),
    240_000,
  );
});

it("never draws the same text twice alike", () => {
  const random = numbers(8832);
  expect(toPng(drawCaptcha("ACDEH", random)).equals(toPng(drawCaptcha("ACDEH", random)))).toBe(false);
});
