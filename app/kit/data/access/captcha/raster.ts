import type { Stroke } from "./glyphs";
import { writePng } from "./write-png";

export interface Raster {
  width: number;
  height: number;
  pixels: Uint8Array;
}

export function blank(width: number, height: number): Raster {
  return { width, height, pixels: new Uint8Array(width * height).fill(255) };
}

/** Draws a line with a round pen of that radius in pixels. */
export function draw(on: Raster, stroke: Stroke, radius: number): void {
  for (let place = 1; place < stroke.length; place++) drawSegment(on, stroke[place - 1]!, stroke[place]!, radius);
}

function drawSegment(
  { width, height, pixels }: Raster,
  [ax, ay]: Stroke[number],
  [bx, by]: Stroke[number],
  radius: number,
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
      pixels[at] = Math.min(pixels[at]!, 255 * (1 - covered));
    }
}

export function toPng({ width, height, pixels }: Raster): Buffer {
  const lines = Buffer.alloc((width + 1) * height);
  for (let y = 0; y < height; y++) lines.set(pixels.subarray(y * width, (y + 1) * width), y * (width + 1) + 1);
  return writePng({ width, height, colours: 0 }, lines);
}
