import type { MadeSound, SoundShape } from "./sound";

/** Writes a sound in another shape, the same bytes for the same file and shape; throws SoundFault, or the signal's reason. */
export function makeSound(
  file: string,
  to: string,
  shape: SoundShape,
  { signal }: { signal?: AbortSignal } = {},
): Promise<MadeSound> {
  signal?.throwIfAborted();
  return Promise.reject(new Error(`not built yet: ${file} ${to} ${shape.codec}`));
}
