export interface Size {
  width: number;
  height: number;
}

/** How many pixels wide and high a PNG, JPEG, WebP, GIF or BMP says it is; undefined where it does not say. */
export function pictureSize(bytes: Buffer): Size | undefined {
  try {
    if (bytes.readUInt32BE(0) === 0x89504e47) return { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) };
    if (bytes.toString("latin1", 8, 12) === "WEBP") return webpSize(bytes);
    if (bytes.toString("latin1", 0, 4) === "GIF8") return gifSize(bytes);
    if (bytes.toString("latin1", 0, 2) === "BM") return bmpSize(bytes);
    return bytes.readUInt16BE(0) === 0xffd8 ? jpegSize(bytes) : undefined;
  } catch {
    // Read beyond the end: a picture cut short.
    return undefined;
  }
}

function webpSize(bytes: Buffer): Size | undefined {
  const kind = bytes.toString("latin1", 12, 16);
  if (kind === "VP8X") return { width: bytes.readUIntLE(24, 3) + 1, height: bytes.readUIntLE(27, 3) + 1 };
  if (kind === "VP8 ") return { width: bytes.readUInt16LE(26) & 0x3fff, height: bytes.readUInt16LE(28) & 0x3fff };
  if (kind !== "VP8L") return undefined;
  const packed = bytes.readUInt32LE(21);
  return { width: (packed & 0x3fff) + 1, height: ((packed >> 14) & 0x3fff) + 1 };
}

/** Of the screen or of the first picture on it, which browsers take where it is larger. */
function gifSize(bytes: Buffer): Size {
  const sizeAt = (at: number) => ({ width: bytes.readUInt16LE(at), height: bytes.readUInt16LE(at + 2) });
  const screen = sizeAt(6);
  const flags = bytes[10]!;
  let at = 13 + (flags & 0x80 ? 3 << ((flags & 7) + 1) : 0);
  // Extensions: a label, then blocks with their length before them, the last one empty.
  while (bytes.readUInt8(at) === 0x21) {
    at += 2;
    while (bytes.readUInt8(at) > 0) at += 1 + bytes[at]!;
    at += 1;
  }
  if (bytes[at] !== 0x2c) return screen;
  const first = sizeAt(at + 5);
  return { width: Math.max(screen.width, first.width), height: Math.max(screen.height, first.height) };
}

function bmpSize(bytes: Buffer): Size {
  if (bytes.readUInt32LE(14) === 12) return { width: bytes.readUInt16LE(18), height: bytes.readUInt16LE(20) };
  return { width: Math.abs(bytes.readInt32LE(18)), height: Math.abs(bytes.readInt32LE(22)) };
}

function jpegSize(bytes: Buffer): Size | undefined {
  for (let at = 2; bytes[at] === 0xff;) {
    const marker = bytes[at + 1]!;
    if (marker === 0xff) at += 1;
    else if (startsFrame(marker)) return { width: bytes.readUInt16BE(at + 7), height: bytes.readUInt16BE(at + 5) };
    else if (marker === 0xda) return undefined;
    else at += 2 + bytes.readUInt16BE(at + 2);
  }
  return undefined;
}

/** The markers among C0 to CF that are tables are no frames. */
const startsFrame = (marker: number) => marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
