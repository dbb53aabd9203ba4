import { sql, type Transaction } from "kysely";
import type { Database } from "~/kit/data/db/pool.server";
import type { DB } from "~/kit/data/db/tables";
import { problem } from "~/kit/ground/problem";
import { settings } from "~/kit/ground/settings.server";
import { formatTime } from "~/kit/ground/time/format-time";
import type { LngLat } from "~/transit/geo/lng-lat";
import type { DirectionContent } from "./content.server";
import type { RunningParams } from "./params/running-params";
import type { FreeHand, Via } from "./schema";
import type { SequenceRow } from "./sequence/sequence";
import type { Variant, VersionRow } from "./version-rows";

/** A version as history keeps it, whole enough to be put back. */
export interface VersionSnapshot extends Record<string, unknown> {
  classifySid: string;
  standing: string;
  validFrom: string | null;
  validTo: string | null;
  plannedFor: string | null;
  /** Left out of what was kept before versions had any. */
  params?: RunningParams | null;
  directions: { direction: number; rows: (SequenceRow & { staName: string })[]; path: SnapshotPath | null }[];
}

interface SnapshotPath {
  source: string;
  matchState: string;
  mileage: number;
  /** Left out where an import can say it again. */
  points?: LngLat[];
  vias?: Via[];
  freeHand?: FreeHand[];
}

type Period = Pick<VersionRow, "classifySid" | "standing" | "validFrom" | "validTo"> & {
  plannedFor?: string | null;
  params?: RunningParams | null;
};

export function snapshotOf(
  period: Period,
  content: readonly DirectionContent[],
  names: ReadonlyMap<string, { staName: string }>,
  withPoints = true,
): VersionSnapshot {
  const { classifySid, standing, validFrom, validTo, plannedFor = null, params = null } = period;
  return {
    classifySid,
    standing,
    validFrom,
    validTo,
    plannedFor,
    params,
    directions: content
      .filter(({ rows, path }) => rows.length > 0 || path)
      .map(({ direction, rows, path }) => ({
        direction,
        rows: rows.map((row) => ({ ...row, staName: names.get(row.staUuid)?.staName ?? "" })),
        path: path && {
          source: path.source,
          matchState: path.matchState,
          mileage: path.mileage,
          ...(withPoints && { points: path.points, vias: path.vias, freeHand: path.freeHand }),
        },
      })),
  };
}

/** Refuses a save that began from another version than the one open now, with the calls and parameters of all three sides. */
export async function refuseStale(
  trx: Transaction<DB>,
  variant: Variant,
  current: VersionRow | undefined,
  began: number | undefined,
  [mine, theirs]: readonly [mine: readonly DirectionContent[], theirs: readonly DirectionContent[]],
  names: ReadonlyMap<string, { staName: string }>,
  params = current?.params ?? null,
): Promise<void> {
  if (began === undefined || began === (current?.version ?? 0)) return;
  const original = await contentAt(trx, variant.classifySid, began);
  const view = (content: readonly DirectionContent[], of: RunningParams | null) =>
    snapshotOf(
      { classifySid: variant.classifySid, standing: "draft", validFrom: null, validTo: null, params: of },
      content,
      names,
    );
  throw problem.stale({
    original: sides(original),
    mine: sides(view(mine, params)),
    theirs: sides(view(theirs, current?.params ?? null)),
    theirVersion: current?.version ?? 0,
    changedBy: current?.updatedByName ?? "其他人",
    changedAt: formatTime(current?.updatedAt ?? new Date(), settings().OPERATOR_TIME_ZONE),
  });
}

/** Fields of a conflict: for each direction its calls and its path as far as it is kept, and the parameters. */
function sides(version: Pick<VersionSnapshot, "directions" | "params"> | undefined): Record<string, unknown> {
  const parts = [1, 2].flatMap((direction) => {
    const one = version?.directions.find((each) => each.direction === direction);
    return [
      [`stations${direction}`, one?.rows ?? []],
      [`path${direction}`, one?.path ?? null],
    ];
  });
  return { ...Object.fromEntries(parts), params: version?.params ?? null };
}

async function contentAt(on: Database, classifySid: string, version: number): Promise<VersionSnapshot | undefined> {
  const found = await sql<{ after: VersionSnapshot }>`
    select h.after from line_version v join history h on h.record_key = v.version_uuid
    where v.classify_sid = ${classifySid} and h.record_version = ${version} and h.after is not null order by h.history_id desc limit 1`.execute(
    on,
  );
  return found.rows[0]?.after;
}
