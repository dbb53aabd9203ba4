import { sql, type Transaction } from "kysely";
import type { Viewer } from "~/kit/data/access/viewer";
import { inTransaction } from "~/kit/data/db/pool.server";
import type { DB } from "~/kit/data/db/tables";
import { type FieldError, problem } from "~/kit/ground/problem";
import { type DirectionContent, readContent, stationsOf } from "./content.server";
import { findVersionDetail } from "./detail.server";
import { changedParams, type RunningParams } from "./params/running-params";
import type { VersionDetail, VersionSave } from "./schema";
import { checkSequence } from "./sequence/sequence-check";
import { authorOf, type Variant, type VersionKey } from "./version-rows";
import { refuseStale } from "./snapshot.server";
import { openEdited } from "./edited-here.server";
import { openVariant } from "./versions.server";
import { withDistances } from "./with-distances";
import { changedDirection, type DirectionSave } from "./sent-directions";
import { removeVersion, storeDraft } from "./write-version.server";

/** Saves stations and paths of a variant into its draft, which is opened as a copy of what is in force where there is none. */
export async function saveVersionDraft(
  viewer: Viewer,
  save: VersionSave & { inItsPlace?: boolean },
): Promise<VersionDetail> {
  const { variant, versionUuid } = await inTransaction((trx) => saveInto(trx, viewer, save));
  return findVersionDetail(viewer, variant, versionUuid);
}

type Save = Omit<VersionSave, "directions"> & {
  directions: readonly DirectionSave[];
  params?: Partial<RunningParams>;
  inItsPlace?: boolean;
};

/** `inItsPlace`: a save begun from a version that is gone by now goes into what has its place, and is stale. */
export async function saveInto(
  trx: Transaction<DB>,
  viewer: Viewer,
  save: Save,
): Promise<{ variant: Variant; versionUuid: string }> {
  const { variant, ...edited } = await openEdited(trx, viewer, save, save.inItsPlace);
  const { current } = edited;
  const before = await readContent(trx, current?.versionUuid ?? null);
  const changed = before.map((one) =>
    changedDirection(
      one,
      save.directions.filter(({ direction }) => direction === one.direction),
    ),
  );
  const params = changedParams(current?.params ?? null, save.params);
  await holdStations(trx, changed);
  const stations = await stationsOf(trx, [...changed, ...before]);
  const places = new Map([...stations].filter(([, station]) => !station.gone));
  const after = changed.map((one) => withDistances(one, places));
  // From a page, sent again or by two who did the same: nothing is left to choose. A call is told that it is stale.
  if (
    current &&
    save.inItsPlace &&
    save.version !== undefined &&
    save.version !== current.version &&
    same([after, params], [before, current.params])
  )
    return { variant, versionUuid: current.versionUuid };
  await refuseStale(trx, variant, current, save.version, [changed, before], stations, params);
  const errors = save.directions.flatMap((sent, at): FieldError[] => {
    const { direction, rows } = after[sent.direction - 1]!;
    const broken = checkSequence({ lineType: variant.lineType, direction, rows, stations: places }).filter(
      ({ level }) => level === "error",
    );
    const serials = (sent.stationList ?? []).flatMap(({ serial }, row) =>
      serial === undefined || serial === row + 1
        ? []
        : [{ row: row + 1, path: "serial", message: `站序应从 1 起连续，这一行应为 ${row + 1}` }],
    );
    return [...serials, ...broken].map(({ row, path, message }) => ({
      row,
      path: `directions.${at}.stationList.${row - 1}.${path}`,
      message,
    }));
  });
  if (errors.length > 0) throw problem.fields(errors);
  const versionUuid = await storeDraft(trx, authorOf(viewer, save.reason), variant.classifySid, edited, {
    before,
    after,
    params,
  });
  return { variant, versionUuid };
}

export async function discardDraft(viewer: Viewer, key: VersionKey, version?: number): Promise<Variant> {
  return inTransaction(async (trx) => {
    const { variant, row, content } = await openVariant(trx, viewer, key, { version });
    await removeVersion(trx, viewer, row, content);
    return variant;
  });
}

const same = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

/** Nobody deletes a station meanwhile; one that is being deleted is waited for, and then seen to be gone. */
async function holdStations(trx: Transaction<DB>, content: readonly DirectionContent[]): Promise<void> {
  const keys = [...new Set(content.flatMap(({ rows }) => rows.map(({ staUuid }) => staUuid)))];
  await sql`select from station where sta_uuid = any(${keys}) order by sta_uuid for key share`.execute(trx);
}
