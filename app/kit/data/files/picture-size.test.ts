import { describe, expect, it } from "vitest";
import { png } from "../../../../tests/kit/picture";
import { pictureSize } from "./picture-size";

const hex = (text: string) => Buffer.from(text.replace(/\s/g, ""), "hex");
const webp = (kind: string, rest: string) =>
  Buffer.concat([Buffer.from(`RIFF\0\0\0\0WEBP${kind}`, "latin1"), hex(`00000000 ${rest}`)]);

/** With a table of two colours and a note before the picture. */
const gif = (screen: string, picture: string) =>
  Buffer.concat([
    Buffer.from("GIF89a", "latin1"),
    hex(`${screen} 80 00 00 000000 ffffff 21fe 02 aaaa 03 aaaaaa 00 2c 0000 0000 ${picture} 00`),
  ]);
const bmp = (head: string) => Buffer.concat([Buffer.from("BM", "latin1"), hex(`00000000 00000000 00000000 ${head}`)]);

describe("a picture's size in pixels", () => {
  it.each([
    ["a PNG", png(640, 33), { width: 640, height: 33 }],
    [
      "a JPEG behind a note and tables",
      hex("ffd8 ffe0 0004 aaaa ffff c4 0003 00 ffc0 0011 08 01e0 0280 03"),
      { width: 640, height: 480 },
    ],
    ["a progressive JPEG", hex("ffd8 ffc2 0011 08 0001 ffff 03"), { width: 65_535, height: 1 }],
    ["a lossy WebP", webp("VP8 ", "000000 9d012a 8002 e001"), { width: 640, height: 480 }],
    ["a lossless WebP", webp("VP8L", "2f 7fc27700"), { width: 640, height: 480 }],
    ["a GIF", gif("8002 e001", "8002 e001"), { width: 640, height: 480 }],
    ["a GIF whose picture is larger than its screen", gif("0100 0100", "60ea 60ea"), { width: 60_000, height: 60_000 }],
    ["a BMP", bmp("28000000 80020000 20feffff"), { width: 640, height: 480 }],
    ["an old BMP", bmp("0c000000 8002 e001"), { width: 640, height: 480 }],
    ["a WebP with more to it", webp("VP8X", "00000000 7f0200 df0100"), { width: 640, height: 480 }],
  ])("is read from %s", (_what, bytes, size) => expect(pictureSize(bytes)).toEqual(size));

  it.each([
    ["nothing", Buffer.alloc(0)],
    ["a text", Buffer.from("a text that is long enough to be read over and over")],
    ["a PNG cut short", png(64, 64).subarray(0, 19)],
    ["a JPEG without a frame", hex("ffd8 ffe0 0004 aaaa ffda 0004 aaaa")],
    ["a JPEG that points beyond its end", hex("ffd8 ffe0 fff0 aaaa")],
    ["a GIF cut short in its notes", gif("8002 e001", "8002 e001").subarray(0, 28)],
    ["a WebP of an unknown kind", webp("ICCP", "00000000 00000000")],
  ])("is not known of %s", (_what, bytes) => expect(pictureSize(bytes)).toBeUndefined());
});
