import type { CompiledClip, CompiledLine } from "../model";

/** One file of a package: bytes at hand, or a clip that stays on disk until it is written. */
export type PackageFile = { path: string; size: number } & ({ bytes: Buffer } | { clip: CompiledClip });

/** What the reader found of a file: bytes only of those the format asks for. */
export interface FoundFile {
  size: number;
  crc32: number;
  sha256: string;
  bytes?: Buffer;
}

export interface ReadPackage {
  line: CompiledLine;
  /** The sha256 of clips that the package takes for granted on the vehicle. */
  held: string[];
}

/** How one kind of vehicle wants its files; a new kind is a file of its own and a line in formats.ts. */
export interface PackageAdapter {
  /** Clips whose sha256 the vehicle holds are left out. */
  write: (line: CompiledLine, held: ReadonlySet<string>) => PackageFile[];
  /** Whether a path may stand in such a package, and whether its bytes are wanted. */
  pathKind: (path: string) => "text" | "audio" | undefined;
  read: (files: ReadonlyMap<string, FoundFile>) => ReadPackage;
}

/** A package that cannot be used; the message says in Chinese what is wrong and where. */
export class PackageError extends Error {
  override readonly name = "PackageError";
}

export function bytesFile(path: string, bytes: Buffer): PackageFile {
  return { path, size: bytes.length, bytes };
}
