import { crc32, deflateSync } from "node:zlib";
import type { Stroke } from "./glyphs";

export interface Raster {
  width: number;
  height: number;
  pixels: Uint8Array;
}

export function blank(width: number, height: number): Raster {
  return { width, height, pixels: new Uint8Array(width * height).fill(255) };
}

/** Draws a line with a round pen of that radius in pixels, in ink or, to cut what is there, in paper. */
export function draw(on: Raster, stroke: Stroke, radius: number, colour: "ink" | "paper" = "ink"): void {
  for (let place = 1; place < stroke.length; place++)
    drawSegment(on, stroke[place - 1]!, stroke[place]!, radius, colour);
}

function drawSegment(
  { width, height, pixels }: Raster,
  [ax, ay]: Stroke[number],
  [bx, by]: Stroke[number],
  radius: number,
  colour: "ink" | "paper",
): void {
  const [dx, dy] = [bx - ax, by - ay];
  const squared = dx * dx + dy * dy || 1e-9;
  const reach = radius + 1;
  for (
    let y = Math.max(0, Math.floor(Math.min(ay, by) - reach));
    y <= Math.min(height - 1, Math.max(ay, by) + reach);
    y++
  )
    for (
      let x = Math.max(0, Math.floor(Math.min(ax, bx) - reach));
      x <= Math.min(width - 1, Math.max(ax, bx) + reach);
      x++
    ) {
      const along = Math.min(1, Math.max(0, ((x - ax) * dx + (y - ay) * dy) / squared));
      const far = Math.hypot(x - ax - along * dx, y - ay - along * dy);
      const covered = Math.min(1, Math.max(0, radius + 0.5 - far));
      const at = y * width + x;
      const shade = pixels[at]!;
      pixels[at] = colour === "ink" ? Math.min(shade, 255 * (1 - covered)) : Math.max(shade, 255 * covered);
    }
}

export function toPng({ width, height, pixels }: Raster): Buffer {
  const lines = Buffer.alloc((width + 1) * height);
  for (let y = 0; y < height; y++) lines.set(pixels.subarray(y * width, (y + 1) * width), y * (width + 1) + 1);
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 0], 8);
  return Buffer.concat([
    Buffer.from("89504e470d0a1a0a", "hex"),
    chunk("IHDR", header),
    chunk("IDAT", deflateSync(lines)),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

function chunk(name: string, content: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(name, "latin1"), content]);
  const [size, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  size.writeUInt32BE(content.length);
  sum.writeUInt32BE(crc32(named));
  return Buffer.concat([size, named, sum]);
}
