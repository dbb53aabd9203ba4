import { createHash } from "node:crypto";
import { sql, type Transaction } from "kysely";
import type { DB } from "~/kit/data/db/tables";
import type { Viewer } from "~/kit/data/access/viewer";
import { type Database, db } from "~/kit/data/db/pool.server";
import { problem } from "~/kit/ground/problem";
import { today } from "~/kit/ground/time/today.server";
import { type DirectionContent, type KnownStation, readContent, stationsOf } from "./content.server";
import { type GoneVersion, goneVersion, missingVersion } from "./gone.server";
import { paramsOfVersion } from "./params/version-params.server";
import { seenLines, startDirectionOf } from "~/domains/lines/queries.server";
import { refuseStale } from "./snapshot.server";
import {
  draftAmong,
  type EditedVersion,
  editedVersion,
  heldOn,
  periodsOf,
  type Variant,
  type VersionKey,
  type VersionRow,
} from "./version-rows";

const variantColumns = sql`line.line_uuid, line.line_name, line.line_id, line.line_type, line.org_id, c.classify_sid, c.classify_name, c.sort_type,
  jsonb_build_object('startDirection', ${startDirectionOf(sql`line.line_uuid`)},
    'declared', case c.sort_type when 1 then jsonb_build_object('1', line.up_mileage, '2', line.down_mileage) else '{}' end) as own`;

/** A living variant by its key, or a line's primary one, of a line that the viewer may see; throws problem.missing. */
export async function requireVariant(
  viewer: Viewer,
  key: { classifySid?: string; lineUuid?: string },
  on: Database = db(),
  lock = false,
): Promise<Variant> {
  const which = key.classifySid
    ? sql`c.classify_sid = ${key.classifySid}`
    : sql`c.main_uuid = ${key.lineUuid} and c.sort_type = 1`;
  const found = await sql<Variant>`
    select ${variantColumns}
    from line_classify c join line on line.line_uuid = c.main_uuid
    where ${which} and c.deleted_at is null and line.deleted_at is null and ${seenLines(viewer)} ${lock ? sql`for update of c` : sql``}`.execute(
    on,
  );
  const [variant] = found.rows;
  if (!variant || (key.lineUuid && variant.lineUuid !== key.lineUuid))
    throw problem.missing(key.classifySid ? "线路分类" : "线路");
  return variant;
}

export async function variantsOf(viewer: Viewer, lineUuid: string, on: Database = db()): Promise<Variant[]> {
  const found = await sql<Variant>`
    select ${variantColumns}
    from line_classify c join line on line.line_uuid = c.main_uuid
    where c.main_uuid = ${lineUuid} and c.deleted_at is null and line.deleted_at is null and ${seenLines(viewer)} order by c.sort_type, c.classify_name`.execute(
    on,
  );
  return found.rows;
}

/** Every living version of a variant, seen from a day: drafts first, without a day before those for one, then the latest period. */
export async function versionsOf(classifySid: string, asOf = today(), on: Database = db()): Promise<VersionRow[]> {
  const found = await sql<VersionRow>`
    select v.version_uuid, v.classify_sid, v.version, v.note, v.completeness, v.imported_version, v.updated_at, v.updated_by, u.user_name as updated_by_name,
      v.planned_for, v.base_uuid, v.base_number, v.submitted_at, v.submitted_by, s.user_name as submitted_by_name, v.returned_reason,
      ${paramsOfVersion(sql`v.version_uuid`)} as params,
      lower(v.valid) as valid_from, upper(v.valid) as valid_to,
      case when v.state = 'draft' then 'draft' when v.valid @> ${asOf}::date then 'effective' when lower(v.valid) > ${asOf}::date then 'planned' else 'past' end as standing
    from line_version v left join app_user u on u.user_id = v.updated_by left join app_user s on s.user_id = v.submitted_by
    where v.classify_sid = ${classifySid} and v.deleted_at is null
    order by v.state = 'effective', v.planned_for nulls first, v.valid desc`.execute(on);
  return found.rows;
}

/** The living versions of a variant; throws problem.missing, with what became of it, where the one named is not among them. */
export async function livingVersions(
  variant: Variant,
  versionUuid: string | undefined,
  on: Database = db(),
  asOf = today(),
): Promise<VersionRow[]> {
  const versions = await versionsOf(variant.classifySid, asOf, on);
  if (versionUuid && !versions.some((one) => one.versionUuid === versionUuid))
    throw await missingVersion(on, variant, versionUuid);
  return versions;
}

export interface OpenVariant {
  variant: Variant;
  versions: VersionRow[];
  /** The version that changes, what it holds, and the stations that it calls at. */
  row: VersionRow;
  content: DirectionContent[];
  stations: Map<string, KnownStation>;
}

/** A variant and its living versions, locked until the transaction ends. */
export async function lockVariant(
  trx: Transaction<DB>,
  viewer: Viewer,
  key: VersionKey,
): Promise<{ variant: Variant; versions: VersionRow[] }> {
  const variant = await requireVariant(viewer, key, trx, true);
  return { variant, versions: await livingVersions(variant, key.versionUuid, trx) };
}

/** Opens a variant to change one of its versions: `choose` says which one that is, or why none; refused where it, or the times that were `seen`, changed since. */
export async function openVariant(
  trx: Transaction<DB>,
  viewer: Viewer,
  key: VersionKey,
  began: { version?: number; seen?: string },
  choose: (versions: readonly VersionRow[], versionUuid?: string) => VersionRow = draftAmong,
): Promise<OpenVariant> {
  const { variant, versions } = await lockVariant(trx, viewer, key);
  const row = choose(versions, key.versionUuid);
  const content = await readContent(trx, row.versionUuid);
  const stations = await stationsOf(trx, content);
  await refuseStale(trx, variant, row, began.version, [content, content], stations);
  if (began.seen !== undefined && began.seen !== periodsSeen(versions))
    throw problem.field("", "在您查看之后，另一人改动了这条线路的生效版本，请核对下面最新的影响后再确认");
  return { variant, versions, row, content, stations };
}

export function periodsSeen(versions: readonly VersionRow[]): string {
  return createHash("sha256")
    .update(JSON.stringify(periodsOf(versions)))
    .digest("hex")
    .slice(0, 16);
}

/** What a save goes into, locked: see `editedInPlace` for `inItsPlace`. */
export async function openEdited(
  trx: Transaction<DB>,
  viewer: Viewer,
  key: VersionKey,
  inItsPlace = false,
): Promise<EditedVersion & { variant: Variant }> {
  const variant = await requireVariant(viewer, key, trx, true);
  if (inItsPlace) return { variant, ...(await editedInPlace(trx, variant, key.versionUuid)) };
  return { variant, ...editedVersion(await livingVersions(variant, key.versionUuid, trx), key.versionUuid) };
}

/** What an edit works on: where the version that it began from is gone, what that one's day has in its place by now. */
export async function editedInPlace(
  on: Database,
  variant: Variant,
  versionUuid: string | undefined,
): Promise<EditedVersion & { versions: VersionRow[]; gone: GoneVersion | null }> {
  const versions = await versionsOf(variant.classifySid, today(), on);
  if (!versionUuid || versions.some((one) => one.versionUuid === versionUuid))
    return { ...editedVersion(versions, versionUuid), versions, gone: null };
  const gone = await goneVersion(on, variant, versionUuid);
  if (!gone) throw await missingVersion(on, variant, versionUuid);
  const day = gone.plannedFor ?? gone.validFrom;
  const plannedFor = day !== null && day > today() ? day : null;
  const base = heldOn(versions, plannedFor ?? today());
  const draft = versions.find((one) => one.standing === "draft" && one.plannedFor === plannedFor);
  return { current: draft ?? base, base, plannedFor, versions, gone };
}
