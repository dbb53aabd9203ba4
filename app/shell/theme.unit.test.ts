import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { contrast, darkColours, darkPalette, palette, themeCss, themes } from "./theme";

const css = readFileSync(new URL("./base.css", import.meta.url), "utf8");
const sidebar = readFileSync(new URL("./sidebar.module.css", import.meta.url), "utf8");
type Dark = keyof typeof darkColours;
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
    expect(themeCss(name, "light")).toContain(`--accent:${shade}`);
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

it.each(themes)("keeps every text of dark pages at 4.5:1 in theme $name", ({ hex }) => {
  const { tints, shade, deep } = darkPalette(hex);
  const { paper, ground, head, stripe, ink, "ink-2": ink2, "on-accent": onAccent } = darkColours;
  const pairs = [
    ...[paper, ground, head, stripe, tints[0]!, tints[1]!].flatMap((under) => [
      [shade, under],
      [ink, under],
      [ink2, under],
    ]),
    [onAccent, shade],
    [onAccent, deep],
  ];
  for (const [text, under] of pairs) expect(contrast(text!, under!), `${text} on ${under}`).toBeGreaterThanOrEqual(4.5);
});

it("keeps the fixed colours' text of dark pages at 4.5:1", () => {
  const of = (name: string) => darkColours[name as Dark];
  for (const text of ["ink", "ink-2", "ink-3", "bad", "good", "warn"])
    for (const under of ["paper", "ground", "head", "stripe"])
      expect(contrast(of(text), of(under)), `${text} on ${under}`).toBeGreaterThanOrEqual(4.5);
  for (const kind of ["good", "warn", "bad"])
    expect(contrast(of(kind), of(`${kind}-pale`))).toBeGreaterThanOrEqual(4.5);
  expect(contrast(of("on-bad"), of("bad"))).toBeGreaterThanOrEqual(4.5);
  for (const under of ["side", "side-deep"])
    expect(contrast(token("side-ink", sidebar), of(under))).toBeGreaterThanOrEqual(4.5);
});

it("gives every colour of the pages' own a dark one, and nothing else", () => {
  const named = [...css.slice(0, css.indexOf("color-scheme")).matchAll(/--([\w-]+): #/g)].map(([, name]) => name);
  expect(Object.keys(darkColours).sort()).toEqual(named.sort());
});

it("is dark on screens only: always, as the system has it, or never", () => {
  const dark = `--paper:${darkColours.paper}`;
  expect(themeCss("jade", "dark")).toMatch(new RegExp(`@media screen\\{.*${dark}`));
  expect(themeCss("jade", "auto")).toMatch(new RegExp(`@media screen and \\(prefers-color-scheme:dark\\)\\{.*${dark}`));
  expect(themeCss("jade", "light")).not.toContain(dark);
  expect(themeCss("jade", "unknown")).toBe(themeCss("jade", "auto"));
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
    expect(contrast(token("side-ink", sidebar), token(ground))).toBeGreaterThanOrEqual(4.5);
  }
  expect(token("side")).toBe("#304156");
});

it("takes the default for an unknown name", () => {
  expect(themeCss("none", "light")).toBe(themeCss("chalk", "light"));
});
