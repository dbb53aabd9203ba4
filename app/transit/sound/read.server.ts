import type { SoundFacts } from "./sound";

/** Reads and decodes a file in a thread of its own, its time and memory bounded; `fileName` is the name that was given, where the file's own is another. Throws SoundFault, or the signal's reason. */
export function readSound(
  file: string,
  { fileName = file, signal }: { fileName?: string; signal?: AbortSignal } = {},
): Promise<SoundFacts> {
  signal?.throwIfAborted();
  return Promise.reject(new Error(`not built yet: ${fileName}`));
}
