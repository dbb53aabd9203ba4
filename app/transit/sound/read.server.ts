import path from "node:path";
import { askApart } from "./apart.server";
import type { SoundFacts } from "./sound";

/** Reads and decodes a file in a thread of its own, its time and memory bounded; `fileName` is the name that was given, where the file's own is another. Throws SoundFault, or the signal's reason. */
export async function readSound(
  file: string,
  { fileName = path.basename(file), signal }: { fileName?: string; signal?: AbortSignal } = {},
): Promise<SoundFacts> {
  const answer = await askApart({ kind: "read", file, fileName }, signal);
  if (answer.kind !== "read") throw new Error(`read a sound, got ${answer.kind}`);
  return answer.facts;
}
