import { inflateSync } from "node:zlib";
import { glyphs, type Point } from "../../app/kit/data/access/captcha/glyphs";
import { blank, draw, type Raster } from "../../app/kit/data/access/captcha/raster";

const names = Object.keys(glyphs);
const side = 12;

/**
 * Reads a captcha as somebody would who has this program's source and a weekend: the shapes of all characters, turned, slanted and
 * bent in many ways, are laid over every part of the picture, and the row of parts that fits best is the answer.
 */
export function solveCaptcha(picture: Raster): string {
  const [dark, unlike] = [darkOnLight(picture), againstNeighbours(picture)];
  const readings = [unlike, withoutEdges(unlike), withoutEdges(dark)].flatMap((ink) => {
    const read = new Map<number, { fit: number; name: string }>();
    return [6, 7].map((length) => readRow(ink, length, read));
  });
  return readings.sort((a, b) => b.fit - a.fit)[0]!.text;
}

const step = 5;

/** The best row of so many characters; its fit is that of one character on average. */
function readRow(
  ink: Raster,
  length: number,
  read: Map<number, { fit: number; name: string }>,
): { fit: number; text: string } {
  const [left, right] = inkedColumns(ink);
  const columns = Math.ceil((right - left) / step);
  const usual = columns / length;
  const classified = (from: number, to: number) => {
    const key = from * 1000 + to;
    if (!read.has(key)) read.set(key, classify(ink, left + from * step, left + to * step));
    return read.get(key)!;
  };
  // Where the row may have come to, how well it fits so far, and what it says.
  let rows = new Map([[0, { fit: 0, text: "" }]]);
  for (let place = 0; place < length; place++) {
    const next = new Map<number, { fit: number; text: string }>();
    for (const [begin, { fit, text }] of rows)
      for (const from of begin === 0 ? [0] : [begin - 1, begin])
        for (let wide = Math.floor(usual * 0.7); wide <= Math.ceil(usual * 1.35); wide++) {
          const to = from + wide;
          if (to > columns || (place === length - 1) !== to >= columns - 1) continue;
          const one = classified(from, to);
          if (fit + one.fit > (next.get(to)?.fit ?? -Infinity))
            next.set(to, { fit: fit + one.fit, text: text + one.name });
        }
    rows = next;
  }
  const [found] = [...rows.values()].sort((a, b) => b.fit - a.fit);
  return found ? { ...found, fit: found.fit / length } : { fit: -1, text: "" };
}

function darkOnLight(picture: Raster): Raster {
  return { ...picture, pixels: picture.pixels.map((shade) => (shade < 128 ? 0 : 255)) };
}

/** Without the lines above and below the characters. */
function withoutEdges(picture: Raster): Raster {
  const { width, height, pixels } = picture;
  const isEdge = (at: number) => at < 0.22 * width * height || at >= 0.78 * width * height;
  return { width, height, pixels: pixels.map((shade, at) => (isEdge(at) ? 255 : shade)) };
}

/** What is unlike most of what is around it, dark or light. */
function againstNeighbours(picture: Raster): Raster {
  const { width, height, pixels } = picture;
  const reach = 8;
  const sums = new Int32Array((width + 1) * (height + 1));
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++)
      sums[(y + 1) * (width + 1) + x + 1] =
        (pixels[y * width + x]! < 128 ? 1 : 0) +
        sums[y * (width + 1) + x + 1]! +
        sums[(y + 1) * (width + 1) + x]! -
        sums[y * (width + 1) + x]!;
  const found = pixels.map((shade, at) => {
    const [x, y] = [at % width, Math.floor(at / width)];
    const [x0, x1] = [Math.max(0, x - reach), Math.min(width, x + reach + 1)];
    const [y0, y1] = [Math.max(0, y - reach), Math.min(height, y + reach + 1)];
    const at2 = (column: number, row: number) => sums[row * (width + 1) + column]!;
    const dark = (at2(x1, y1) - at2(x0, y1) - at2(x1, y0) + at2(x0, y0)) / ((x1 - x0) * (y1 - y0));
    return shade < 128 === dark < 0.5 ? 0 : 255;
  });
  return { width, height, pixels: found };
}

/** A grey PNG without interlacing, as our own writer makes it. */
export function readPng(file: Buffer): Raster {
  const [width, height] = [file.readUInt32BE(16), file.readUInt32BE(20)];
  const data: Buffer[] = [];
  for (let at = 8; at < file.length; at += file.readUInt32BE(at) + 12)
    if (file.toString("latin1", at + 4, at + 8) === "IDAT")
      data.push(file.subarray(at + 8, at + 8 + file.readUInt32BE(at)));
  const lines = inflateSync(Buffer.concat(data));
  const pixels = new Uint8Array(width * height);
  for (let y = 0; y < height; y++) pixels.set(lines.subarray(y * (width + 1) + 1, (y + 1) * (width + 1)), y * width);
  return { width, height, pixels };
}

interface Template {
  name: string;
  cells: Float32Array;
}
let templates: Template[] | undefined;

function classify(picture: Raster, from: number, to: number): { fit: number; name: string } {
  const cells = cellsOf(picture, from, to);
  if (!cells) return { fit: -1, name: "?" };
  let found = { fit: -Infinity, name: "?" };
  for (const { name, cells: known } of (templates ??= makeTemplates())) {
    let fit = 0;
    for (let cell = 0; cell < cells.length; cell++) fit += cells[cell]! * known[cell]!;
    if (fit > found.fit) found = { fit, name };
  }
  return found;
}

/** The ink of some columns, cut close, on a small blurred grid of length 1 without its mean. */
function cellsOf({ width, height, pixels }: Raster, from: number, to: number): Float32Array | undefined {
  let [top, bottom, first, last] = [height, -1, to, -1];
  for (let y = 0; y < height; y++)
    for (let x = Math.max(0, from); x < Math.min(width, to); x++)
      if (pixels[y * width + x]! < 128) {
        [top, bottom] = [Math.min(top, y), Math.max(bottom, y)];
        [first, last] = [Math.min(first, x), Math.max(last, x)];
      }
  if (bottom - top < 8 || last < first) return undefined;
  const cells = new Float32Array(side * side);
  const [high, wide] = [bottom - top + 1, Math.max(last - first + 1, (bottom - top) / 3)];
  for (let y = top; y <= bottom; y++)
    for (let x = first; x <= last; x++) {
      if (pixels[y * width + x]! >= 128) continue;
      const [right, down] = [((x - first) / wide) * (side - 2), ((y - top) / high) * (side - 2)];
      const at = Math.floor(down) * side + Math.floor(right);
      const [toRight, toDown] = [right % 1, down % 1];
      cells[at]! += (1 - toRight) * (1 - toDown);
      cells[at + 1]! += toRight * (1 - toDown);
      cells[at + side]! += (1 - toRight) * toDown;
      cells[at + side + 1]! += toRight * toDown;
    }
  const most = Math.max(...cells) / 2;
  const mean = cells.reduce((sum, cell) => sum + Math.min(cell, most), 0) / cells.length;
  const whole = cells.map((cell) => Math.min(cell, most) - mean);
  const length = Math.hypot(...whole) || 1;
  return whole.map((cell) => cell / length);
}

/** Every character upright, turned and slanted, and with its points a little elsewhere. */
function makeTemplates(): Template[] {
  let seed = 7;
  const random = () => ((seed = (seed * 48_271) % 2_147_483_647) / 2_147_483_647) * 2 - 1;
  return names.flatMap((name) =>
    Array.from({ length: 10 }, (_, nth): Template => {
      const wild = nth === 0 ? 0 : 1;
      const [angle, slant] = [random() * 0.45 * wild, random() * 0.35 * wild];
      const on = blank(100, 100);
      const put = ([x, y]: Point): Point => {
        const down = (y - 0.5 + random() * 0.06 * wild) * 52;
        const right = (x - 0.5 + random() * 0.06 * wild) * 42 - slant * down;
        return [
          50 + right * Math.cos(angle) - down * Math.sin(angle),
          50 + right * Math.sin(angle) + down * Math.cos(angle),
        ];
      };
      for (const stroke of glyphs[name]!) draw(on, stroke.map(put), 2.1);
      return { name, cells: cellsOf(on, 0, 100)! };
    }),
  );
}

function inkedColumns({ width, pixels }: Raster): [number, number] {
  const counts = new Map<number, number>();
  pixels.forEach((shade, at) => shade < 128 && counts.set(at % width, (counts.get(at % width) ?? 0) + 1));
  const columns = [...counts.keys()];
  return [Math.min(...columns), Math.max(...columns) + 1];
}
