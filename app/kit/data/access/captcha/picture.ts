import { glyphs, type Point, type Stroke } from "./glyphs";
import { blank, draw, type Raster } from "./raster";

/** A number from 0 to below 1. */
export type Random = () => number;

export const size = { width: 270, height: 84 };
const pen = 1.9;

/** The text as strokes that are bent, turned, joined to their neighbours, crossed and here and there light on dark, each time in another way: people read it, a program that looks for known shapes does not. */
export function drawCaptcha(text: string, random: Random): Raster {
  const between = (least: number, most: number) => least + (most - least) * random();
  const on = blank(size.width, size.height);
  const bend = bending(between);
  const ink = (stroke: Stroke) => draw(on, finely(stroke).map(bend), between(pen - 0.4, pen + 0.4));
  const parts = [...text].map((character) => ({ character, width: between(30, 42), height: between(44, 58) }));
  const steps = parts.map(({ width }) => width * between(0.86, 0.98));
  const whole = steps.reduce((sum, step) => sum + step, 0);
  let x = between(8, Math.max(9, size.width - whole - 16));
  parts.forEach(({ character, width, height }, place) => {
    const middle: Point = [x + width / 2, size.height / 2 + between(-7, 7)];
    const put = placing(between, middle, [width, height]);
    for (const stroke of glyphs[character]!) ink(stroke.map(put));
    if (random() < 0.25) ink(hook(between, middle));
    x += steps[place]!;
  });
  draw(on, finely(crossing(between, [0.2, 0.8])).map(bend), between(0.9, 1.4));
  for (const [least, most] of [
    [0.02, 0.22],
    [0.78, 0.98],
  ] as const)
    ink(crossing(between, [least, most]));
  invert(on, between, size.width * between(0.15, 0.85));
  return on;
}

function invert({ width, height, pixels }: Raster, between: Between, x: number): void {
  const [y, wide, high] = [between(0.1, 0.9) * height, between(14, 28), between(14, 28)];
  pixels.forEach((shade, at) => {
    const inside = ((at % width) - x) ** 2 / wide ** 2 + (Math.floor(at / width) - y) ** 2 / high ** 2 < 1;
    if (inside) pixels[at] = 255 - shade;
  });
}

type Between = (least: number, most: number) => number;

/** Where a glyph's points come to lie: each a little elsewhere, the whole turned and slanted. */
function placing(between: Between, [middleX, middleY]: Point, [width, height]: Point): (point: Point) => Point {
  const angle = between(-0.28, 0.28);
  const slant = between(-0.22, 0.22);
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  return ([x, y]) => {
    const down = (y - 0.5 + between(-0.02, 0.02)) * height;
    const right = (x - 0.5 + between(-0.02, 0.02)) * width - slant * down;
    return [middleX + right * cos - down * sin, middleY + right * sin + down * cos];
  };
}

/** Two waves in each direction that bend the whole picture. */
function bending(between: Between): (point: Point) => Point {
  const wave = (most: number) => {
    const [high, long, from] = [between(0.5, 1) * most, between(34, 70), between(0, 2 * Math.PI)];
    return (at: number) => high * Math.sin((at / long) * 2 * Math.PI + from);
  };
  const [right, rightToo, down, downToo] = [wave(2.4), wave(1.4), wave(2.6), wave(1.4)];
  return ([x, y]) => [x + right(y) + rightToo(x), y + down(x) + downToo(y)];
}

function crossing(between: Between, [least, most]: readonly [number, number]): Stroke {
  const { width, height } = size;
  const [from, to] = [between(0.02, 0.25) * width, between(0.75, 0.98) * width];
  const heights = Array.from({ length: 4 }, () => between(least, most) * height);
  return curve(heights.map((y, place) => [from + ((to - from) * place) / 3, y] as const));
}

function hook(between: Between, [x, y]: Point): Stroke {
  const [startX, startY] = [x + between(-20, 20), y + between(-24, 24)];
  return curve([
    [startX, startY],
    [startX + between(-14, 14), startY + between(-8, 8)],
    [startX + between(-14, 14), startY + between(-14, 14)],
    [startX + between(-18, 18), startY + between(-18, 18)],
  ]);
}

function curve([a, b, c, d]: readonly Point[]): Stroke {
  return Array.from({ length: 25 }, (_, step) => {
    const t = step / 24;
    const [p, q, r, s] = [(1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t * t * (1 - t), t ** 3];
    return [p * a![0] + q * b![0] + r * c![0] + s * d![0], p * a![1] + q * b![1] + r * c![1] + s * d![1]] as const;
  });
}

function finely(stroke: Stroke): Point[] {
  return stroke.flatMap((point, place) => {
    const next = stroke[place + 1];
    if (!next) return [point];
    const steps = Math.max(1, Math.ceil(Math.hypot(next[0] - point[0], next[1] - point[1]) / 2));
    return Array.from({ length: steps }, (_, step): Point => {
      const share = step / steps;
      return [point[0] + (next[0] - point[0]) * share, point[1] + (next[1] - point[1]) * share];
    });
  });
}
