import { mkdtemp, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import type { SoundAnswer, SoundAsked } from "./asked";
import { SoundFault, soundLimits } from "./sound";
import { askThread } from "./thread.server";
import { unpackM4a } from "./unpack-m4a.server";

type SoundRead = Exclude<SoundAnswer, { kind: "fault" | "failed" | "packed" }>;

/** Has a file read apart, within limits; throws SoundFault, or the signal's reason. */
export async function askApart(asked: SoundAsked, signal?: AbortSignal): Promise<SoundRead> {
  signal?.throwIfAborted();
  const { size } = await stat(asked.file);
  if (size === 0) throw new SoundFault("文件是空的");
  if (size > soundLimits.bytes) throw new SoundFault(`文件超过 ${soundLimits.bytes / 2 ** 20} MB`);
  const answer = await askThread(asked, signal);
  if (answer.kind !== "packed") return answered(answer);
  const folder = await mkdtemp(path.join(tmpdir(), "sound-"));
  try {
    const unpacked = path.join(folder, "sound.wav");
    await unpackM4a(asked.file, unpacked, signal);
    return answered(await askThread({ ...asked, unpacked }, signal));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function answered(answer: SoundAnswer): SoundRead {
  if (answer.kind === "fault") throw new SoundFault(answer.message);
  if (answer.kind === "failed") throw answer.error;
  if (answer.kind === "packed") throw new Error("what was unpacked is packed");
  return answer;
}
