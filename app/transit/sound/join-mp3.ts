import { walkFrames } from "./formats/mpeg-frames";

/** Clips of mp3 in one shape as one sound, with a pause behind each group of them; what stands in no frame of sound is left out. */
export function joinMp3(groups: readonly (readonly Uint8Array[])[], pause: Uint8Array): Buffer {
  const silent = soundOf(pause);
  return Buffer.concat(groups.flatMap((clips) => [...clips.flatMap(soundOf), ...silent]));
}

/** Without the tag that tells one clip's length, which would be taken for the length of all. */
const soundOf = (mp3: Uint8Array): Uint8Array[] =>
  (walkFrames(mp3)?.ranges ?? []).map(([from, to]) => mp3.subarray(from, to));
