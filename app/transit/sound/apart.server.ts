import { mkdtemp, open, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { beyond, readingLimits } from "~/kit/ground/files/limits";
import { readApart } from "~/kit/ground/files/read-apart.server";
import { SoundFault, soundLimits, type MadeSound, type SoundFacts, type SoundShape } from "./sound";
import { unpackM4a } from "./unpack-m4a.server";

interface SoundFile {
  file: string;
  fileName: string;
  /** A wav of what is in it, where that takes a program of its own. */
  unpacked?: string;
}

export type SoundAsked = SoundFile & ({ kind: "read" } | { kind: "make"; to: string; shape: SoundShape });
export type SoundAnswer =
  { kind: "read"; facts: SoundFacts } | { kind: "made"; made: MadeSound } | { kind: "fault"; message: string };

/** Has a file read in a thread of its own, within limits; throws SoundFault, or the signal's reason. */
export async function askApart(asked: SoundAsked, signal?: AbortSignal): Promise<SoundAnswer> {
  signal?.throwIfAborted();
  const { size } = await stat(asked.file);
  if (size === 0) throw new SoundFault("文件是空的");
  if (size > soundLimits.bytes) throw new SoundFault(`文件超过 ${soundLimits.bytes / 2 ** 20} MB`);
  if (!(await isM4a(asked.file))) return askThread(asked, signal);
  const folder = await mkdtemp(path.join(tmpdir(), "sound-"));
  try {
    const unpacked = path.join(folder, "sound.wav");
    await unpackM4a(asked.file, unpacked, signal);
    return await askThread({ ...asked, unpacked }, signal);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

const program = {
  name: "sound-worker",
  entry: "app/transit/sound/sound.worker.ts",
  folders: ["app/transit/sound", "app/kit/ground/files"],
};

async function askThread(given: SoundAsked, signal?: AbortSignal): Promise<SoundAnswer> {
  const { seconds, heap, growth } = readingLimits.sound;
  const milliseconds = seconds * 1000;
  for await (const answer of readApart<SoundAnswer>(program, {
    ...{ given, milliseconds, heap, growth, signal },
    tooSlow: () => new SoundFault(beyond.time(milliseconds)),
    tooHeavy: (most) => new SoundFault(beyond.memory(most)),
  })) {
    if (answer.kind === "fault") throw new SoundFault(answer.message);
    return answer;
  }
  throw new Error("the reader of sounds ended early");
}

async function isM4a(file: string): Promise<boolean> {
  const handle = await open(file);
  try {
    const { buffer } = await handle.read(Buffer.alloc(12), 0, 12, 0);
    return buffer.toString("latin1", 4, 8) === "ftyp";
  } finally {
    await handle.close();
  }
}
