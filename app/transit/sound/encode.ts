import { createMp3Encoder } from "wasm-media-encoders";
import { encodePcm } from "./encode-wav";
import type { SoundShape } from "./sound";
import { frameAt } from "./formats/mpeg-frames";

/** Sound of one channel as a file. */
export function encode(samples: Float32Array, shape: SoundShape): Promise<Uint8Array> {
  return shape.codec === "mp3" ? encodeMp3(samples, shape) : Promise.resolve(encodePcm([[samples]], shape.sampleRate));
}

async function encodeMp3(samples: Float32Array, { sampleRate, bitrate }: SoundShape): Promise<Uint8Array> {
  const encoder = await createMp3Encoder();
  const rate = sampleRate as 22_050;
  encoder.configure({ sampleRate, channels: 1, bitrate: bitrate as 64, outputSampleRate: rate });
  const parts: Buffer[] = [];
  for (let at = 0; at < samples.length; at += pieceLength) {
    parts.push(Buffer.from(encoder.encode([samples.subarray(at, at + pieceLength).map(unscaled)])));
  }
  parts.push(Buffer.from(encoder.finalize()));
  return withLengthTag(Buffer.concat(parts), samples.length);
}

const pieceLength = 65_536;
/** LAME makes everything softer by this much. */
const unscaled = (sample: number) => sample / 0.95;

/** Puts a frame before mp3 of one channel that tells players how many samples to leave out at both ends; without it each clip is some 60 ms too long. */
function withLengthTag(mp3: Buffer, samples: number): Buffer {
  const first = frameAt(mp3, 0);
  if (!first) throw new Error("what was encoded begins with no frame");
  const plain = first.bytes - ((mp3[2]! >> 1) & 1);
  const start = 4 + (first.mpeg1 ? 17 : 9);
  if (plain < start + tagBytes) return mp3;
  const frames = countFrames(mp3);
  const tag = Buffer.alloc(plain);
  tag.writeUInt32BE((mp3.readUInt32BE(0) & ~0x200) >>> 0, 0);
  tag.write("Info", start, "latin1");
  tag.writeUInt32BE(3, start + 4);
  tag.writeUInt32BE(frames, start + 8);
  tag.writeUInt32BE(mp3.length + plain, start + 12);
  tag.write("LAME3.100", start + 16, "latin1");
  const after = Math.max(0, Math.min(4095, frames * (first.mpeg1 ? 1152 : 576) - encoderDelay - samples));
  tag.writeUIntBE((encoderDelay << 12) | after, start + 16 + 21, 3);
  return Buffer.concat([tag, mp3]);
}

const encoderDelay = 576;
const tagBytes = 52;

function countFrames(mp3: Buffer): number {
  let frames = 0;
  for (let at = 0, frame = frameAt(mp3, 0); frame; frame = frameAt(mp3, at)) {
    at += frame.bytes;
    frames++;
  }
  return frames;
}
