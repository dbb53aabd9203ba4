/** The colours a person may choose from; a theme's `hex` is its base, from which the rest is derived. */
export const themes = [
  { name: "chalk", title: "粉笔蓝", hex: "#2196F3" },
  { name: "indigo", title: "靛青", hex: "#3F51B5" },
  { name: "jade", title: "翡翠", hex: "#00897B" },
  { name: "lime", title: "青柠", hex: "#7CB342" },
  { name: "spring", title: "春绿", hex: "#43A047" },
  { name: "yellow", title: "明黄", hex: "#FBC02D" },
  { name: "belles", title: "胭脂", hex: "#D81B60" },
  { name: "autumn", title: "秋棕", hex: "#A1662F" },
  { name: "orange", title: "橙", hex: "#F57C00" },
  { name: "dark", title: "墨", hex: "#37474F" },
] as const;

export type ThemeName = (typeof themes)[number]["name"];

/** Whether pages are light or dark, or as the person's system has it. */
export const schemes = [
  { name: "auto", title: "跟随系统" },
  { name: "light", title: "浅色" },
  { name: "dark", title: "深色" },
] as const;

export type Scheme = (typeof schemes)[number]["name"];

/** An unknown name, and none, is as the system has it. */
export const schemeOf = (name: string | undefined): Scheme => schemes.find((one) => one.name === name)?.name ?? "auto";

export interface Palette {
  base: string;
  /** Ten, from the palest to the one nearest to the base. */
  tints: string[];
  /** One darker: white text on it, and it as text on white, the page's ground and the two palest tints, reach 4.5:1. */
  shade: string;
  deep: string;
}

/** The colours of dark pages that no theme changes: of texts, of grounds from the page's own to the lightest, of lines and of states. */
export const darkColours = {
  ink: "#e4e9f0",
  "ink-2": "#bac4d1",
  "ink-3": "#a3aebd",
  paper: "#1c242e",
  ground: "#131920",
  head: "#27313d",
  stripe: "#202934",
  line: "#323e4d",
  "line-strong": "#718096",
  bad: "#ffa198",
  "bad-pale": "#402325",
  good: "#85d9a0",
  "good-pale": "#1b3527",
  warn: "#efc477",
  "warn-pale": "#3b2f17",
  "on-accent": "#10161d",
  "on-bad": "#10161d",
  side: "#0f151c",
  "side-deep": "#0a0f14",
  "side-here": "#263445",
} as const;

type Rgb = readonly [number, number, number];

const white: Rgb = [255, 255, 255];
const black: Rgb = [0, 0, 0];
const whiteParts = [0.93, 0.86, 0.78, 0.7, 0.6, 0.5, 0.4, 0.3, 0.2, 0.1];

export function palette(hex: string): Palette {
  const base = parse(hex);
  const tints = whiteParts.map((part) => write(mix(base, white, part)));
  const shade = readableShade(base, black, [white, ...tints.slice(0, 2).map(parse)]);
  return { base: write(base), tints, shade: write(shade), deep: write(mix(shade, black, 0.14)) };
}

/** WCAG contrast of two colours given as `#rrggbb`, 1 to 21. */
export function contrast(one: string, other: string): number {
  const [low, high] = [luminance(parse(one)), luminance(parse(other))].sort((a, b) => a - b) as [number, number];
  return (high + 0.05) / (low + 0.05);
}

/** A theme's colours on dark pages: tints of the dark paper, and a shade so light that it can be read on them. */
export function darkPalette(hex: string): Palette {
  const base = parse(hex);
  const paper = parse(darkColours.paper);
  const tints = whiteParts.map((part) => write(mix(base, paper, part)));
  const lightest = [darkColours.head, ...tints.slice(0, 2)].map(parse);
  const shade = readableShade(base, white, lightest);
  return { base: write(base), tints, shade: write(shade), deep: write(mix(shade, white, 0.3)) };
}

/** The CSS variables of a theme, an unknown one is the first; dark ones for screens, since paper stays white. */
export function themeCss(name: string | undefined, scheme: string | undefined): string {
  const theme = themes.find((one) => one.name === name) ?? themes[0];
  const looks = schemeOf(scheme);
  const key = `${theme.name} ${looks}`;
  const css = written.get(key) ?? cssIn(theme.hex, looks);
  written.set(key, css);
  return css;
}

function cssIn(hex: string, scheme: Scheme): string {
  const light = cssOf(palette(hex));
  if (scheme === "light") return light;
  const fixed = Object.entries(darkColours)
    .map(([colour, value]) => `--${colour}:${value}`)
    .join(";");
  const dark = `${cssOf(darkPalette(hex))}:root{${fixed};color-scheme:dark;--charts:invert(.88) hue-rotate(180deg)}`;
  return `${light}@media screen${scheme === "auto" ? " and (prefers-color-scheme:dark)" : ""}{${dark}}`;
}

const written = new Map<string, string>();

function cssOf({ base, tints, shade, deep }: Palette): string {
  const steps = tints.map((tint, index) => `--brand-${index + 1}:${tint}`).join(";");
  return `:root{--brand:${base};${steps};--accent:${shade};--accent-deep:${deep};--accent-faint:${shade}4d}`;
}

/** The base, with as much of `towards` in it as makes it readable on every one of the grounds. */
function readableShade(base: Rgb, towards: Rgb, grounds: Rgb[]): Rgb {
  for (let part = 0.12; part < 1; part += 0.02) {
    const shade = mix(base, towards, part);
    if (grounds.every((ground) => contrast(write(shade), write(ground)) >= 4.6)) return shade;
  }
  return towards;
}

function parse(hex: string): Rgb {
  const number = Number.parseInt(hex.slice(1), 16);
  return [number >> 16, (number >> 8) & 255, number & 255];
}

const write = (rgb: Rgb) => `#${rgb.map((part) => Math.round(part).toString(16).padStart(2, "0")).join("")}`;

const mix = (from: Rgb, to: Rgb, part: number): Rgb => [
  from[0] + (to[0] - from[0]) * part,
  from[1] + (to[1] - from[1]) * part,
  from[2] + (to[2] - from[2]) * part,
];

function luminance([red, green, blue]: Rgb): number {
  const linear = (part: number) => (part / 255 <= 0.03928 ? part / 255 / 12.92 : ((part / 255 + 0.055) / 1.055) ** 2.4);
  return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue);
}
