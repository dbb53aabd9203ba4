import { readLineView } from "~/domains/parameters/queries.server";
import { sql } from "kysely";
import { type Database, db } from "~/kit/data/db/pool.server";
import { type Direction, directionsOf } from "~/domains/lines/directions";
import { type Variant, type VersionRow } from "./version-rows";
import { versionsOf } from "./versions.server";
import { groundOf } from "./draft-base.server";
import { type CallAtStation, changesInShort, changesInWords, stationChanges } from "./changes/differences";

export interface ListedVersion extends VersionRow {
  reason: string | null;
  /** How each direction differs from the version before (of a draft: from what holds on its day). */
  changes: { directionName: string; short: string; words: string; longer: number | null }[];
  /** A draft that no longer stands on what it began from. */
  moved: boolean;
}

export const mostListed = 60;

export async function listedVersions(variant: Variant): Promise<{ versions: ListedVersion[]; total: number }> {
  const all = await versionsOf(variant.classifySid);
  const shown = all.slice(0, mostListed);
  const [held, reasons, view] = await Promise.all([
    heldIn(
      db(),
      all.slice(0, mostListed + 1).map(({ versionUuid }) => versionUuid),
    ),
    reasonsOf(
      db(),
      shown.map(({ versionUuid }) => versionUuid),
    ),
    readLineView(),
  ]);
  const directions = directionsOf(variant.lineType, view);
  const versions = shown.map((version) => ({
    ...version,
    reason: reasons.get(version.versionUuid) ?? version.note,
    changes: directions.flatMap(({ direction, directionName }) =>
      differing(directionName, held.of(beforeOf(all, version), direction), held.of(version, direction)),
    ),
    moved: version.standing === "draft" && groundOf(all, version).moved,
  }));
  return { versions, total: all.length };
}

function beforeOf(all: readonly VersionRow[], version: VersionRow): VersionRow | undefined {
  if (version.standing === "draft") return groundOf(all, version).ground;
  return all
    .filter(({ validFrom }) => validFrom !== null && validFrom < version.validFrom!)
    .sort((a, b) => b.validFrom!.localeCompare(a.validFrom!))[0];
}

interface DirectionContent {
  rows: CallAtStation[];
  mileage: number | null;
}

function differing(
  directionName: string,
  before: DirectionContent | undefined,
  after: DirectionContent | undefined,
): ListedVersion["changes"] {
  if (!before || !after)
    return after && after.rows.length > 0
      ? [{ directionName, short: `${after.rows.length} 站`, words: "", longer: null }]
      : [];
  const changes = stationChanges(before.rows, after.rows);
  const longer =
    before.mileage !== null && after.mileage !== null
      ? Math.round((after.mileage - before.mileage) * 1000) / 1000
      : null;
  if (changes.length === 0 && !longer) return [];
  return [{ directionName, short: changesInShort(changes), words: changesInWords(changes), longer: longer || null }];
}

async function heldIn(
  on: Database,
  keys: readonly string[],
): Promise<{ of(version: VersionRow | undefined, direction: Direction): DirectionContent | undefined }> {
  const [rows, paths] = await Promise.all([
    sql<CallAtStation & { versionUuid: string; direction: number }>`
      select ls.*, s.sta_name from line_station ls join station s using (sta_uuid) where ls.version_uuid = any(${keys}) order by ls.version_uuid, ls.direction, ls.serial`.execute(
      on,
    ),
    sql<{
      versionUuid: string;
      direction: number;
      mileage: number;
    }>`select version_uuid, direction, mileage from line_path where version_uuid = any(${keys})`.execute(on),
  ]);
  const held = new Map<string, DirectionContent>();
  const at = (versionUuid: string, direction: number) => {
    const key = `${versionUuid} ${direction}`;
    const found = held.get(key) ?? { rows: [], mileage: null };
    held.set(key, found);
    return found;
  };
  for (const row of rows.rows) at(row.versionUuid, row.direction).rows.push(row);
  for (const path of paths.rows) at(path.versionUuid, path.direction).mileage = Number(path.mileage);
  return { of: (version, direction) => version && at(version.versionUuid, direction) };
}

async function reasonsOf(on: Database, keys: readonly string[]): Promise<Map<string, string>> {
  const found = await sql<{ recordKey: string; reason: string }>`
    select distinct on (record_key) record_key, reason from history where record_key = any(${keys}) and reason is not null order by record_key, history_id desc`.execute(
    on,
  );
  return new Map(found.rows.map(({ recordKey, reason }) => [recordKey, reason]));
}
