import { writePng } from "../../app/kit/data/access/captcha/write-png";

/** A real PNG of so many pixels, all of one colour. */
export function png(width: number, height: number, [red, green, blue] = [80, 130, 190]): Buffer {
  const line = Buffer.concat([Buffer.of(0), Buffer.alloc(width * 3, Buffer.of(red!, green!, blue!))]);
  return writePng({ width, height, colours: 2 }, Buffer.concat(Array.from({ length: height }, () => line)));
}

/** A picture that says it is larger than it is. */
export function claimed(width: number, height: number): Buffer {
  const small = png(40, 40);
  small.writeUInt32BE(width, 16);
  small.writeUInt32BE(height, 20);
  return small;
}
