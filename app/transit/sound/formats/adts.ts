import { faultOf, inPieces, type OpenedSound } from "./opened";

/** Whether bytes begin as AAC in frames of its own (ADTS, ISO/IEC 14496-3) do: a frame, and another behind it. */
export function isAdts(bytes: Uint8Array): boolean {
  const first = frameLength(bytes, 0);
  return first > 0 && (first === bytes.length || frameLength(bytes, first) > 0);
}

/** AAC by its frames, for the program that unpacks it. */
export function openAdts(bytes: Uint8Array): OpenedSound {
  let frames = 0;
  let at = 0;
  for (let length = frameLength(bytes, 0); length > 0; length = frameLength(bytes, at)) {
    at += length;
    if (at > bytes.length) throw faultOf.damaged();
    frames += 1 + (bytes[at - length + 6]! & 3);
  }
  const sampleRate = sampleRates[(bytes[2]! >> 2) & 15] ?? 0;
  const channels = ((bytes[2]! & 1) << 2) | (bytes[3]! >> 6);
  return {
    format: "aac",
    codec: "aac",
    sampleRate,
    channels,
    samples: frames * samplesAFrame,
    slack: samplesAFrame,
    pieces: inPieces(bytes),
  };
}

export const samplesAFrame = 1024;
const sampleRates = [96, 88.2, 64, 48, 44.1, 32, 24, 22.05, 16, 12, 11.025, 8, 7.35].map((kilo) => kilo * 1000);

/** The length of the frame at a place, 0 where there is none. */
function frameLength(bytes: Uint8Array, at: number): number {
  const [sync = 0, kind = 0, , high = 0, middle = 0, low = 0] = bytes.subarray(at, at + 6);
  if (sync !== 0xff || (kind & 0xf6) !== 0xf0) return 0;
  const length = ((high & 3) << 11) | (middle << 3) | (low >> 5);
  return length < 7 ? 0 : length;
}
