import { hasWord, id3Length } from "./opened";

/** The header of a frame of layer 3 (ISO/IEC 11172-3, 13818-3 and MPEG 2.5). */
export interface FrameHeader {
  bytes: number;
  mpeg1: boolean;
  samples: number;
  sampleRate: number;
  channels: number;
  /** Bits a second. */
  bitrate: number;
  checked: boolean;
}

/** The header at a place, undefined where there is none. */
export function frameAt(bytes: Uint8Array, at: number): FrameHeader | undefined {
  const [sync = 0, kind = 0, rates = 0, mode = 0] = bytes.subarray(at, at + 4);
  const version = (kind >> 3) & 3;
  if (sync !== 0xff || (kind & 0xe6) !== 0xe2 || version === 1) return undefined;
  const mpeg1 = version === 3;
  const bitrate = bitrates[mpeg1 ? "mpeg1" : "mpeg2"][rates >> 4];
  const rate = sampleRates[(rates >> 2) & 3];
  if (!bitrate || !rate) return undefined;
  const divisor = mpeg1 ? 1 : version === 2 ? 2 : 4;
  return {
    bytes: Math.floor(((mpeg1 ? 144_000 : 72_000) * bitrate * divisor) / rate) + ((rates >> 1) & 1),
    mpeg1,
    samples: mpeg1 ? 1152 : 576,
    sampleRate: rate / divisor,
    channels: mode >> 6 === 3 ? 1 : 2,
    bitrate: bitrate * 1000,
    checked: (kind & 1) === 0,
  };
}

/** What a frame that holds no sound says of those behind it; `before` and `behind` are samples that the encoder added. */
export interface LengthTag {
  /** Undefined where it does not tell. */
  frames: number | undefined;
  before: number;
  behind: number;
}

/** The tag of Xing, LAME or VBRI that a frame holds in the place of its sound. */
function lengthTagAt(bytes: Uint8Array, at: number, frame: FrameHeader): LengthTag | undefined {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  if (hasWord(bytes, at + 36, "VBRI") && at + 54 <= file.length) {
    return { frames: file.readUInt32BE(at + 50), before: 0, behind: 0 };
  }
  const beside = frame.mpeg1 ? (frame.channels === 1 ? 17 : 32) : frame.channels === 1 ? 9 : 17;
  const tag = at + 4 + (frame.checked ? 2 : 0) + beside;
  if (!hasWord(bytes, tag, "Xing") && !hasWord(bytes, tag, "Info")) return undefined;
  if (tag + 8 > file.length) return undefined;
  const fields = file.readUInt32BE(tag + 4);
  const encoder = tag + 8 + (fields & 1 && 4) + (fields & 2 && 4) + (fields & 4 && 100) + (fields & 8 && 4);
  const frames = fields & 1 && tag + 12 <= file.length ? file.readUInt32BE(tag + 8) : undefined;
  const tells = ["LAME", "Lavf", "Lavc"].some((word) => hasWord(bytes, encoder, word)) && encoder + 24 <= file.length;
  const added = tells ? file.readUIntBE(encoder + 21, 3) : 0;
  return { frames, before: added >> 12, behind: added & 4095 };
}

/** What lies in an mp3, frame by frame. */
export interface WalkedFrames {
  first: FrameHeader;
  frames: number;
  bits: number;
  /** From and to which byte frames with sound lie, one behind the other. */
  ranges: readonly (readonly [from: number, to: number])[];
  tags: readonly LengthTag[];
  isCut: boolean;
  /** The first frame whose rate or number of channels is another, and how many frames of sound stand before it. */
  changed?: { to: FrameHeader; after: number };
  /** How many frames of sound stand before bytes that are neither sound nor a known tag, and have sound behind them. */
  spoiltAfter?: number;
  /** Bytes of no known kind behind the last frame. */
  behind: number;
}

/** Walks all frames of an mp3; undefined where nothing in it is one. Tags and zeros may stand before, between and behind. */
export function walkFrames(bytes: Uint8Array): WalkedFrames | undefined {
  let at = firstFrame(bytes);
  const first = frameAt(bytes, at);
  if (!first) return undefined;
  const ranges: [number, number][] = [];
  const tags: LengthTag[] = [];
  let [frames, bits] = [0, 0];
  const walked = (more: Partial<WalkedFrames> = {}): WalkedFrames => {
    const known = { first, frames, bits, ranges, tags };
    return { ...known, isCut: false, behind: 0, ...more };
  };
  for (;;) {
    const frame = frameAt(bytes, at);
    if (!frame) {
      const known = behindTags(bytes, at);
      if (known >= bytes.length) return walked();
      const next = frameAt(bytes, known) ? known : findFrame(bytes, known, first);
      if (next === undefined) return walked({ behind: bytes.length - known });
      if (next !== known) return walked({ spoiltAfter: frames });
      at = next;
      continue;
    }
    if (at + frame.bytes > bytes.length) return walked({ isCut: true });
    if (frame.sampleRate !== first.sampleRate || frame.channels !== first.channels) {
      return walked({ changed: { to: frame, after: frames } });
    }
    const tag = lengthTagAt(bytes, at, frame);
    if (tag) tags.push(tag);
    else {
      const last = ranges.at(-1);
      if (last?.[1] === at) last[1] = at + frame.bytes;
      else ranges.push([at, at + frame.bytes]);
      frames++;
      bits += 8 * frame.bytes;
    }
    at += frame.bytes;
  }
}

const bitrates = {
  mpeg1: [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320],
  mpeg2: [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160],
};
const sampleRates = [44_100, 48_000, 32_000];

/** Two bytes of sync turn up anywhere: a first frame is one with another behind it. */
function firstFrame(bytes: Uint8Array): number {
  let at = behindTags(bytes, 0);
  for (const most = Math.min(bytes.length, at + searched); at < most && !isFollowed(bytes, at); at++);
  return at;
}

const searched = 65_536;

function isFollowed(bytes: Uint8Array, at: number): boolean {
  const frame = frameAt(bytes, at);
  return frame !== undefined && (at + frame.bytes >= bytes.length || frameAt(bytes, at + frame.bytes) !== undefined);
}

/** The next frame of the same sound that has a frame behind it. */
function findFrame(bytes: Uint8Array, from: number, like: FrameHeader): number | undefined {
  for (let at = from; at < bytes.length; at++) {
    const frame = frameAt(bytes, at);
    if (frame?.sampleRate !== like.sampleRate || frame.channels !== like.channels) continue;
    if (frameAt(bytes, at + frame.bytes)) return at;
  }
  return undefined;
}

/** The place behind tags that players know, and zeros. */
function behindTags(bytes: Uint8Array, from: number): number {
  for (let at = from; ;) {
    const before = at;
    while (bytes[at] === 0) at++;
    at += id3Length(bytes, at);
    if (hasWord(bytes, at, "TAG")) at += 128;
    if (hasWord(bytes, at, "APETAGEX") && at + 32 <= bytes.length) {
      const tag = Buffer.from(bytes.buffer, bytes.byteOffset + at, 32);
      at += tag.readUInt32LE(12) + ((tag.readUInt32LE(20) & 0x20000000) === 0 ? 0 : 32);
    }
    if (at === before) return at;
  }
}
