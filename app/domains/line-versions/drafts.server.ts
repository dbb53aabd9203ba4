import { sql, type Transaction } from "kysely";
import type { Viewer } from "~/kit/data/access/viewer";
import type { Author } from "~/kit/data/db/history.server";
import { inTransaction, newKey } from "~/kit/data/db/pool.server";
import type { DB } from "~/kit/data/db/tables";
import { type FieldError, problem } from "~/kit/ground/problem";
import type { LngLat } from "~/transit/geo/lng-lat";
import { type DirectionContent, readContent, type StoredPath, writeContent } from "./content.server";
import { stationsOf, versionDetail } from "./detail.server";
import { lengthOf } from "./sequence/measure";
import { changedParams, type RunningParams } from "./params/running-params";
import { writeVersionParams } from "./params/version-params.server";
import type { SequenceEntry, VersionDetail, VersionSave } from "./schema";
import { newRow, type SequenceRow, withEndTypes } from "./sequence/sequence";
import { checkSequence } from "./sequence/sequence-check";
import { authorOf, nextNumber, recordVersion, refuseStale, snapshotOf } from "./snapshot.server";
import { editedInPlace, livingVersions } from "./gone.server";
import { carryServices } from "./timetable/stored-timetable.server";
import { withDistances } from "./with-distances";
import {
  draftAmong,
  type EditedVersion,
  editedVersion,
  requireVariant,
  type Variant,
  versionsOf,
  type VersionRow,
} from "./versions.server";

/** Saves stations and paths of a variant into its draft, which is opened as a copy of what is in force where there is none. */
export async function updateLineClassifyStationAndMap(
  viewer: Viewer,
  save: VersionSave & { inItsPlace?: boolean },
): Promise<VersionDetail> {
  const { variant, versionUuid } = await inTransaction((trx) => saveInto(trx, viewer, save));
  const versions = await versionsOf(variant.classifySid);
  return versionDetail(
    variant,
    versions.find((one) => one.versionUuid === versionUuid),
  );
}

export type DirectionSave = Omit<VersionSave["directions"][number], "path"> & { path?: readonly LngLat[] | StoredPath };
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
  const variant = await requireVariant(viewer, save, trx, true);
  const edited = save.inItsPlace
    ? await editedInPlace(trx, variant, save.versionUuid)
    : editedVersion(await livingVersions(variant, save.versionUuid, trx), save.versionUuid);
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
  const stations = await stationsOf(trx, changed);
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
  await refuseStale(trx, variant, current, save.version, changed, before, params);
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
  const versionUuid = await storeDraft(trx, authorOf(viewer, save.reason), variant, edited, { before, after, params });
  return { variant, versionUuid };
}

export async function discardDraft(
  viewer: Viewer,
  key: { classifySid?: string; lineUuid?: string; versionUuid?: string },
  version?: number,
): Promise<Variant> {
  return inTransaction(async (trx) => {
    const variant = await requireVariant(viewer, key, trx, true);
    const draft = draftAmong(await livingVersions(variant, key.versionUuid, trx), key.versionUuid);
    const content = await readContent(trx, draft.versionUuid);
    await refuseStale(trx, variant, draft, version, content, content);
    await removeVersion(trx, viewer, draft, content);
    return variant;
  });
}

/** Marks a version deleted and keeps what it held in history. */
export async function removeVersion(
  trx: Transaction<DB>,
  author: Author,
  row: VersionRow,
  content: readonly DirectionContent[],
): Promise<void> {
  const number = await nextNumber(trx, row.classifySid);
  await trx
    .updateTable("lineVersion")
    .set({
      deletedAt: sql`now()`,
      deletedBy: author.userId,
      updatedAt: sql`now()`,
      updatedBy: author.userId,
      version: number,
    })
    .where("versionUuid", "=", row.versionUuid)
    .execute();
  await recordVersion(trx, author, {
    key: row.versionUuid,
    action: "delete",
    version: number,
    before: snapshotOf(row, content, await stationsOf(trx, content)),
  });
}

export async function storeDraft(
  trx: Transaction<DB>,
  author: Author,
  variant: Variant,
  { current, base, plannedFor }: EditedVersion,
  { before, after, params }: { before: DirectionContent[]; after: DirectionContent[]; params: RunningParams | null },
): Promise<string> {
  const { classifySid } = variant;
  const names = await stationsOf(trx, [...before, ...after]);
  const open = current?.standing === "draft" ? current : undefined;
  const period = { classifySid, standing: "draft", validFrom: null, validTo: null } as const;
  const snapshot = {
    before: snapshotOf({ ...period, plannedFor: open ? plannedFor : null, params: current?.params }, before, names),
    after: snapshotOf({ ...period, plannedFor, params }, after, names),
  };
  if (open && JSON.stringify(snapshot.before) === JSON.stringify(snapshot.after)) return open.versionUuid;
  const number = await nextNumber(trx, classifySid);
  const versionUuid = open?.versionUuid ?? newKey();
  if (open)
    await trx
      .updateTable("lineVersion")
      .set({ version: number, submittedAt: null, submittedBy: null, updatedAt: sql`now()`, updatedBy: author.userId })
      .where("versionUuid", "=", versionUuid)
      .execute();
  else
    await trx
      .insertInto("lineVersion")
      .values({
        versionUuid,
        classifySid,
        state: "draft",
        plannedFor,
        ...{ baseUuid: base?.versionUuid, baseNumber: base?.version, version: number },
        ...{ createdBy: author.userId, updatedBy: author.userId },
      })
      .execute();
  await writeContent(trx, [{ versionUuid, content: after }]);
  await carryServices(trx, { from: open ? undefined : current?.versionUuid, to: versionUuid }, before, after);
  await writeVersionParams(trx, versionUuid, params);
  await recordVersion(trx, author, {
    key: versionUuid,
    action: open ? "update" : "create",
    version: number,
    ...snapshot,
  });
  return versionUuid;
}

const same = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

/** Nobody deletes a station meanwhile; one that is being deleted is waited for, and then seen to be gone. */
async function holdStations(trx: Transaction<DB>, content: readonly DirectionContent[]): Promise<void> {
  const keys = [...new Set(content.flatMap(({ rows }) => rows.map(({ staUuid }) => staUuid)))];
  await sql`select from station where sta_uuid = any(${keys}) order by sta_uuid for key share`.execute(trx);
}

function changedDirection(before: DirectionContent, sent: readonly DirectionSave[]): DirectionContent {
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
  return entries.map(({ serial: _serial, ...entry }, at) => {
    const given = Object.fromEntries(Object.entries(entry).filter(([, value]) => value !== undefined));
    return { ...newRow(entry.staUuid), staType: typed[at]!.staType, ...given };
  });
}

function pathOf(path: readonly LngLat[] | StoredPath): StoredPath | null {
  if ("points" in path) return path;
  return path.length < 2
    ? null
    : {
        points: [...path],
        edgeKeys: [],
        gaps: [],
        source: "drawn",
        matchState: "none",
        matchRatio: null,
        mileage: lengthOf(path),
        vias: [],
        freeHand: [],
      };
}
