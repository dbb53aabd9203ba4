import { faultOf, hasWord, type OpenedSound } from "./opened";

/** A flac (RFC 9639) by its first block; whether it is whole tells its last frame, as streams do not say their length. */
export function openFlac(all: Uint8Array): OpenedSound {
  const bytes = hasWord(all, all.length - 128, "TAG") ? all.subarray(0, -128) : all;
  const flac = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  if (flac.length < 42 || (flac[4]! & 0x7f) !== 0) throw faultOf.damaged();
  const packed = flac.readBigUInt64BE(18);
  const samples = Number(packed & 0xf_ffff_ffffn);
  const frames = firstFrame(flac);
  if (frames >= flac.length) throw faultOf.silentFile();
  if (!endsWithFrame(flac.subarray(frames))) throw faultOf.damaged();
  return {
    format: "flac",
    codec: "flac",
    sampleRate: Number(packed >> 44n),
    channels: Number((packed >> 41n) & 7n) + 1,
    samples: samples === 0 ? undefined : samples,
    slack: 0,
    pieces: outsideHeaders(flac),
  };
}

function firstFrame(flac: Buffer): number {
  for (let at = 4; at + 4 <= flac.length;) {
    const isLast = (flac[at]! & 0x80) !== 0;
    at += 4 + flac.readUIntBE(at + 1, 3);
    if (isLast) return at;
  }
  throw faultOf.damaged();
}

/** The decoder does not know a header that a piece cuts in two, and loses a frame then: none ends so soon behind a sync. */
function* outsideHeaders(flac: Buffer): Generator<Uint8Array> {
  for (let at = 0, end = 0; at < flac.length; at = end) {
    for (end = at + 2048; end < flac.length && hasSync(flac.subarray(end - longestHeader, end)); end += longestHeader);
    yield flac.subarray(at, end);
  }
}

const longestHeader = 16;

function hasSync(bytes: Buffer): boolean {
  return bytes.some((byte, at) => byte === 0xff && ((bytes[at + 1] ?? 0xf8) & 0xfe) === 0xf8);
}

/** Whether the file ends where a frame does: over a whole frame with its own check (CRC-16 of 0x8005) the sum is 0. */
function endsWithFrame(frames: Buffer): boolean {
  for (let at = frames.length - 2; at >= Math.max(0, frames.length - longestFrame); at--) {
    if (frames[at] !== 0xff || (frames[at + 1]! & 0xfe) !== 0xf8) continue;
    if (crc16(frames.subarray(at)) === 0) return true;
  }
  return false;
}

const longestFrame = 512 * 1024;

function crc16(bytes: Uint8Array): number {
  let sum = 0;
  for (const byte of bytes) sum = ((sum << 8) & 0xffff) ^ crcTable[(sum >> 8) ^ byte]!;
  return sum;
}

const crcTable = Uint16Array.from({ length: 256 }, (_, byte) => {
  let sum = byte << 8;
  for (let bit = 0; bit < 8; bit++) sum = sum & 0x8000 ? (sum << 1) ^ 0x8005 : sum << 1;
  return sum;
});
