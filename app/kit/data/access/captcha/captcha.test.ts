import { setImmediate as turn } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { isLongRun } from "../../../../../tests/kit/long-run";
import { readPng, solveCaptcha } from "../../../../../tests/kit/captcha-solver";
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
  Array.from({ length: 6 + Math.floor(random() * 2) }, () => names[Math.floor(random() * names.length)]).join("");

/** How many of so many pictures the solver reads. */
async function countRead(pictures: number, drawn: (text: string, random: () => number) => Raster): Promise<number> {
  const random = numbers(4471);
  let read = 0;
  for (let nth = 0; nth < pictures; nth++) {
    const text = textOf(random);
    if (solveCaptcha(readPng(toPng(drawn(text, random)))) === text) read += 1;
    await turn();
  }
  return read;
}

function upright(text: string): Raster {
  const on = blank(size.width, size.height);
  [...text].forEach((name, place) => {
    for (const stroke of glyphs[name]!)
      draw(
        on,
        stroke.map(([x, y]) => [6 + place * 37 + x * 31, 18 + y * 48] as const),
        2.1,
      );
  });
  return on;
}

describe("the solver", () => {
  it("reads the characters where they stand upright", async () =>
    expect(await countRead(10, upright)).toBeGreaterThanOrEqual(9));

  it("reads at most one of a hundred pictures", async () =>
    expect(await countRead(isLongRun ? 100 : 20, drawCaptcha)).toBeLessThanOrEqual(isLongRun ? 1 : 0));
});

it("never draws the same text twice alike", () => {
  const random = numbers(8832);
  expect(toPng(drawCaptcha("ACDEH", random)).equals(toPng(drawCaptcha("ACDEH", random)))).toBe(false);
});
