import type { SoundFacts } from "./sound";

export type SpokenSound = Pick<SoundFacts, "sha256" | "durationMs"> & { text: string };

/** Whether two clips are the same file, or say the same text in nearly the same time. */
export function soundsAlike(one: SpokenSound, other: SpokenSound): "content" | "text" | undefined {
  if (one.sha256 === other.sha256) return "content";
  const [said, alsoSaid] = [one, other].map(({ text }) => plainOf(text));
  const apart = Math.abs(one.durationMs - other.durationMs);
  return said !== "" && said === alsoSaid && apart <= allowedMs ? "text" : undefined;
}

/** What encoders add or leave out at both ends. */
const allowedMs = 80;

/** Without what is not heard. */
export function plainOf(text: string): string {
  return text
    .normalize("NFKC")
    .toLowerCase()
    .replace(/[\p{P}\p{Z}\p{S}]/gu, "");
}
