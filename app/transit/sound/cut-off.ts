import { endsWithinFrame } from "./mpeg-frames";
import type { SoundFormat } from "./sound";

/** Whether a file ends before its sound does, as far as its own words tell. */
export function isCutOff(format: SoundFormat, bytes: Uint8Array): boolean {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  if (format === "mp3") return endsWithinFrame(file);
  if (format === "wav") return isShorterThanItSays(file);
  return format === "ogg" && !hasLastPage(file);
}

/** A program that does not know the length yet writes none, or the largest. */
function isShorterThanItSays(wav: Buffer): boolean {
  const says = wav.readUInt32LE(4);
  return says < 0x7fffffff && says + 8 > wav.length + 8;
}

function hasLastPage(ogg: Buffer): boolean {
  const page = ogg.lastIndexOf("OggS");
  if (page < 0 || page + 27 > ogg.length || (ogg[page + 5]! & 4) === 0) return false;
  const body = page + 27 + ogg[page + 26]!;
  return body + ogg.subarray(page + 27, body).reduce((sum, length) => sum + length, 0) <= ogg.length;
}
