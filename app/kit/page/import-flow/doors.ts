import type { Viewer } from "~/kit/data/access/viewer";
import type { ImportLife } from "./import-life.server";

/** A way in for files, as the list of all imports knows it. */
export interface Door {
  life: ImportLife;
  /** What comes in through it as far as a viewer may see that: the code of lists and its words. */
  titles(viewer: Viewer): Record<string, string>;
  href(row: { importId: string; kind: string }): string;
}

let known: readonly Door[] = [];

/** Called once, before the first request. */
export function registerDoors(doors: readonly Door[]): void {
  known = doors;
}

export const listDoors = (): readonly Door[] => known;
