import { writePng } from "../app/kit/data/access/captcha/write-png";

/** A real PNG of so many pixels, all of one colour. */
export function png(width: number, height: number, [red, green, blue] = [80, 130, 190]): Buffer {
  const line = Buffer.concat([Buffer.of(0), Buffer.alloc(width * 3, Buffer.of(red!, green!, blue!))]);
  return writePng({ width, height, colours: 2 }, Buffer.concat(Array.from({ length: height }, () => line)));
}
