import type { MadeSound, SoundFacts, SoundShape } from "./sound";

interface SoundFile {
  file: string;
  fileName: string;
  /** A wav of what is in it, where that takes a program of its own. */
  unpacked?: string;
}

/** What the thread for sounds is asked, and answers; `packed` where it must be unpacked first. */
export type SoundAsked = SoundFile & ({ kind: "read" } | { kind: "make"; to: string; shape: SoundShape });
export type SoundAnswer =
  | { kind: "read"; facts: SoundFacts }
  | { kind: "made"; made: MadeSound }
  | { kind: "packed" }
  | { kind: "fault"; message: string }
  | { kind: "failed"; error: unknown };
