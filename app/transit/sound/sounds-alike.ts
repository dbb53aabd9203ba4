import type { SoundFacts } from "./sound";

export type Heard = Pick<SoundFacts, "sha256" | "durationMs"> & { text: string };

/** Whether two clips are the same file, or say the same in the same time. */
export function soundsAlike(one: Heard, other: Heard): "content" | "text" | undefined {
  if (one.sha256 === other.sha256) return "content";
  return undefined;
}
