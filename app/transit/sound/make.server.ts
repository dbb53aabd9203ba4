import { askApart } from "./apart.server";
import { shapeFault } from "./shape-fault";
import { SoundFault, type MadeSound, type SoundShape } from "./sound";

/** Writes a sound in another shape, the same bytes for the same file and shape; throws SoundFault, or the signal's reason. */
export async function makeSound(
  file: string,
  to: string,
  shape: SoundShape,
  { signal }: { signal?: AbortSignal } = {},
): Promise<MadeSound> {
  const fault = shapeFault(shape);
  if (fault) throw new SoundFault(fault);
  const answer = await askApart({ kind: "make", file, fileName: "", to, shape }, signal);
  if (answer.kind !== "made") throw new Error(`made a sound, got ${answer.kind}`);
  return answer.made;
}
