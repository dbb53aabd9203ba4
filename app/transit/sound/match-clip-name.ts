import type { SoundTags } from "./sound";

/** Whom a clip may be for: a station, or a text. `number` is its code, `text` what the clip says. */
export interface ClipCandidate {
  key: string;
  name: string;
  number?: string;
  text?: string;
  otherNames?: readonly string[];
}

/** `why` is Chinese and fit to be shown; of several that fit equally well none is taken. */
export type ClipMatch =
  | { found: "one"; key: string; why: string }
  | { found: "several"; keys: string[]; why: string }
  | { found: "none"; why: string };

export type ClipIndex = ReadonlyMap<string, readonly string[]>;

/** Made once for many names. */
export function indexCandidates(candidates: readonly ClipCandidate[]): ClipIndex {
  return new Map(candidates.map(({ key, name }) => [name, [key]]));
}

/** Whom a clip is for, by its file's name, else by its tags. */
export function matchClipName(fileName: string, tags: SoundTags, index: ClipIndex): ClipMatch {
  const [key] = index.get(tags.title ?? fileName) ?? [];
  return key ? { found: "one", key, why: "因为文件名是站名" } : { found: "none", why: "没有同名的车站或文本" };
}
