import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { contrast, palette, themeCss, themes } from "./theme";

const css = readFileSync(new URL("./base.css", import.meta.url), "utf8");
const sidebar = readFileSync(new URL("./sidebar.module.css", import.meta.url), "utf8");
const token = (name: string, of = css) =>
  new RegExp(`--${name}: (#[0-9a-f]{3,6});`).exec(of)![1]!.replace(/^#(.)(.)(.)$/, "#$1$1$2$2$3$3");

describe.each(themes)("theme $name", ({ name, hex }) => {
  const { base, tints, shade } = palette(hex);

  it("has a base, ten lighter tints and one darker shade", () => {
    expect(base).toBe(hex.toLowerCase());
    expect(new Set([base, shade, ...tints]).size).toBe(12);
    const fromWhite = tints.map((tint) => contrast(tint, "#ffffff"));
    expect(fromWhite).toEqual([...fromWhite].sort((a, b) => a - b));
    expect(contrast(shade, "#ffffff")).toBeGreaterThan(contrast(base, "#ffffff"));
    expect(themeCss(name)).toContain(`--accent:${shade}`);
  });

  it("keeps every text at 4.5:1", () => {
    const pairs = [
      ["#ffffff", shade],
      [shade, token("paper")],
      [shade, token("ground")],
      [shade, token("stripe")],
      [shade, token("head")],
      [shade, tints[0]!],
      [shade, tints[1]!],
      ...["ink", "ink-2"].flatMap((ink) => [tints[0]!, tints[1]!].map((ground) => [token(ink), ground])),
    ] as const;
    for (const [text, ground] of pairs)
      expect(contrast(text!, ground!), `${text} on ${ground}`).toBeGreaterThanOrEqual(4.5);
  });
});

it("keeps the fixed colours' text at 4.5:1", () => {
  const grounds = ["paper", "ground", "head", "stripe"].map((name) => token(name));
  for (const ink of ["ink", "ink-2", "ink-3", "bad"]) {
    for (const ground of grounds)
      expect(contrast(token(ink), ground), `${ink} on ${ground}`).toBeGreaterThanOrEqual(4.5);
  }
  for (const kind of ["good", "warn", "bad"])
    expect(contrast(token(kind), token(`${kind}-pale`))).toBeGreaterThanOrEqual(4.5);
  expect(contrast("#ffffff", token("bad"))).toBeGreaterThanOrEqual(4.5);
});

it("keeps the sidebar's text at 4.5:1", () => {
  for (const ground of ["side", "side-deep"]) {
    expect(contrast(token("side-ink", sidebar), token(ground, sidebar))).toBeGreaterThanOrEqual(4.5);
  }
  expect(token("side", sidebar)).toBe("#304156");
});

it("takes the default for an unknown name", () => {
  expect(themeCss("none")).toBe(themeCss("chalk"));
});
