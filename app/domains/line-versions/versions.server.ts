import { sql } from "kysely";
import type { Viewer } from "~/kit/data/access/viewer";
import { type Database, db } from "~/kit/data/db/pool.server";
import { problem } from "~/kit/ground/problem";
import { today } from "~/kit/ground/time/today.server";
import type { RunningParams } from "./params/running-params";
import { paramsOfVersion } from "./params/version-params.server";
import { seenLines, startDirectionOf } from "~/domains/lines/queries.server";

export interface Variant {
  lineUuid: string;
  lineName: string;
  lineId: string | null;
  lineType: number;
  orgId: string;
  classifySid: string;
  classifyName: string;
  sortType: number;
  own: OwnFigures;
}

/** What a line itself says of its directions; declared kilometres are those of its primary variant. */
export interface OwnFigures {
  startDirection: number | null;
  declared: Record<number, number | null>;
}

const variantColumns = sql`line.line_uuid, line.line_name, line.line_id, line.line_type, line.org_id, c.classify_sid, c.classify_name, c.sort_type,
  jsonb_build_object('startDirection', ${startDirectionOf(sql`line.line_uuid`)},
    'declared', case c.sort_type when 1 then jsonb_build_object('1', line.up_mileage, '2', line.down_mileage) else '{}' end) as own`;

export type Standing = "draft" | "effective" | "planned" | "past";

/** A version without its stations and paths; days as `YYYY-MM-DD`. */
export interface VersionRow {
  versionUuid: string;
  classifySid: string;
  version: number;
  standing: Standing;
  validFrom: string | null;
  /** The first day on which it no longer holds; null: without end. */
  validTo: string | null;
  plannedFor: string | null;
  baseUuid: string | null;
  baseNumber: number | null;
  submittedAt: Date | null;
  submittedBy: string | null;
  submittedByName: string | null;
  returnedReason: string | null;
  note: string | null;
  completeness: { text: string } | null;
  importedVersion: number | null;
  params: RunningParams | null;
  updatedAt: Date;
  updatedBy: string | null;
  updatedByName: string | null;
}

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

export interface EditedVersion {
  current: VersionRow | undefined;
  /** What a draft begun now takes the place of; not what it copies where that is past. */
  base: VersionRow | undefined;
  plannedFor: string | null;
}

/** A draft as it is; for a version with a period the draft in its place, or itself; else `currentVersion`. */
export function editedVersion(versions: readonly VersionRow[], versionUuid?: string): EditedVersion {
  const named = versionUuid ? versions.find((one) => one.versionUuid === versionUuid) : currentVersion(versions);
  if (versionUuid && !named) throw problem.missing("线路版本");
  if (!named || !versionUuid || named.standing === "draft")
    return { current: named, base: named, plannedFor: named?.plannedFor ?? null };
  const plannedFor = named.standing === "planned" ? named.validFrom : null;
  const current = versions.find((one) => one.standing === "draft" && one.plannedFor === plannedFor) ?? named;
  return { current, base: named.standing === "past" ? inForce(versions) : named, plannedFor };
}

/** The draft named, else the open one; throws problem.missing. */
export function draftAmong(versions: readonly VersionRow[], versionUuid?: string): VersionRow {
  const draft = versions.find((one) => one.standing === "draft" && (!versionUuid || one.versionUuid === versionUuid));
  if (!draft) throw problem.missing("草稿");
  return draft;
}

/** What is shown where no version is named: the open draft (one without a day, else the earliest), else what is in force, else the next planned version. */
function currentVersion(versions: readonly VersionRow[]): VersionRow | undefined {
  return (
    versions.find(({ standing }) => standing === "draft") ??
    inForce(versions) ??
    versions.findLast(({ standing }) => standing === "planned")
  );
}

export function heldOn(versions: readonly VersionRow[], day: string): VersionRow | undefined {
  return versions.find(
    ({ validFrom, validTo }) => validFrom !== null && validFrom <= day && (validTo === null || validTo > day),
  );
}

export function inForce(versions: readonly VersionRow[]): VersionRow | undefined {
  return versions.find(({ standing }) => standing === "effective");
}
