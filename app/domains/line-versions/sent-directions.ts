import type { LngLat } from "~/transit/geo/lng-lat";
import type { DirectionContent, StoredPath } from "./content.server";
import type { SequenceEntry, VersionSave } from "./schema";
import { unmatched } from "./match-state";
import { lengthOf } from "./sequence/measure";
import { newRow, type SequenceRow, withEndTypes } from "./sequence/sequence";

export type DirectionSave = Omit<VersionSave["directions"][number], "path"> & { path?: readonly LngLat[] | StoredPath };

export function changedDirection(before: DirectionContent, sent: readonly DirectionSave[]): DirectionContent {
  return sent.reduce((content, { stationList, path, vias, freeHand }) => {
    const laid = path ? pathOf(path) : content.path;
    return {
      ...content,
      ...(stationList && { rows: rowsOf(stationList, content.direction) }),
      path: laid && { ...laid, ...(vias && { vias }), ...(freeHand && { freeHand }) },
    };
  }, before);
}

function rowsOf(entries: readonly SequenceEntry[], direction: DirectionContent["direction"]): SequenceRow[] {
  const typed = withEndTypes(
    entries.map(({ staType = 5 }) => ({ staType })),
    direction,
  );
  return entries.map((entry, at) => rowOf(entry, typed[at]));
}

/** A call as it is kept: what is not said of it is as of a new one, or as `usual` has it. */
export function rowOf({ serial: _serial, ...entry }: SequenceEntry, usual: Partial<SequenceRow> = {}): SequenceRow {
  const given = Object.fromEntries(Object.entries(entry).filter(([, value]) => value !== undefined));
  return { ...newRow(entry.staUuid), ...usual, ...given };
}

function pathOf(path: readonly LngLat[] | StoredPath): StoredPath | null {
  if ("points" in path) return path;
  return path.length < 2 ? null : { ...unmatched, points: [...path], source: "drawn", mileage: lengthOf(path) };
}
