import { createMp3Encoder } from "wasm-media-encoders";
import { encodePcm } from "./encode-wav";
import { withLengthTag } from "./length-tag";
import type { SoundShape } from "./sound";

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
