import { type RawBuilder, sql, type Transaction } from "kysely";
import type { DB } from "~/kit/data/db/tables";
import type { Viewer } from "~/kit/data/access/viewer";
import { type Database, db } from "~/kit/data/db/pool.server";
import { digestOf } from "~/kit/ground/digest.server";
import { type Problem, problem } from "~/kit/ground/problem";
import { settings } from "~/kit/ground/settings.server";
import { formatTime } from "~/kit/ground/time/format-time";
import { today } from "~/kit/ground/time/today.server";
import { versionInWords } from "~/domains/lines/choices";
import { visibleLines } from "~/domains/lines/queries.server";
import { startDirectionOf } from "~/domains/parameters/queries.server";
import { variantUrl } from "~/domains/lines/urls";
import { type DirectionContent, type KnownStation, readContent, stationsOf } from "./content.server";
import { paramNames, type RunningParams } from "./params/running-params";
import { refuseStale } from "./snapshot.server";
import { draftAmong, periodsOf, type Variant, type VersionKey, type VersionRow } from "./version-rows";

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
  const [variant] = await selectVariants(viewer, which, on, lock);
  if (!variant || (key.lineUuid && variant.lineUuid !== key.lineUuid))
    throw problem.missing(key.classifySid ? "线路分类" : "线路");
  return variant;
}

export function variantsOf(viewer: Viewer, lineUuid: string, on: Database = db()): Promise<Variant[]> {
  return selectVariants(viewer, sql`c.main_uuid = ${lineUuid}`, on);
}

const variantColumns = sql`line.line_uuid, line.line_name, line.line_id, line.line_type, line.org_id, c.classify_sid, c.classify_name, c.sort_type,
  jsonb_build_object('startDirection', ${startDirectionOf(sql`line.line_uuid`)},
    'declared', case c.sort_type when 1 then jsonb_build_object('1', line.up_mileage, '2', line.down_mileage) else '{}' end) as own`;

async function selectVariants(
  viewer: Viewer,
  which: RawBuilder<unknown>,
  on: Database,
  lock = false,
): Promise<Variant[]> {
  const found = await sql<Variant>`
    select ${variantColumns} from line_classify c join line on line.line_uuid = c.main_uuid
    where ${which} and c.deleted_at is null and line.deleted_at is null and ${visibleLines(viewer)}
    order by c.sort_type, c.classify_name ${lock ? sql`for update of c` : sql``}`.execute(on);
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

/** Parameters of the version with that key as one value; null where it has none of its own. */
export function paramsOfVersion(versionUuid: RawBuilder<unknown>): RawBuilder<RunningParams | null> {
  const pairs = paramNames.flatMap((name) => [sql.lit(name), sql.ref(`own.${name}`)]);
  return sql`(select jsonb_build_object(${sql.join(pairs)}) from line_version_param own where own.version_uuid = ${versionUuid})`;
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

/** That a version is not there, and what became of it. */
export async function missingVersion(on: Database, variant: Variant, versionUuid: string): Promise<Problem> {
  const gone = await goneVersion(on, variant, versionUuid);
  return problem.missing("线路版本", {
    words: gone?.words,
    way: { href: variantUrl(variant, "versions"), label: `${variant.lineName}的版本` },
  });
}

/** A version that was thrown away, or that another took the place of on the day it began; `words` say which, when and by whom. */
export interface GoneVersion {
  plannedFor: string | null;
  validFrom: string | null;
  words: string;
}

export async function goneVersion(
  on: Database,
  { classifySid }: Variant,
  versionUuid: string,
): Promise<GoneVersion | undefined> {
  const found = await sql<
    Omit<GoneVersion, "words"> & { state: string; deletedAt: Date; deletedByName: string | null }
  >`
    select v.state, v.planned_for, lower(v.valid) as valid_from, v.deleted_at, u.user_name as deleted_by_name
    from line_version v left join app_user u on u.user_id = v.deleted_by
    where v.version_uuid = ${versionUuid} and v.classify_sid = ${classifySid} and v.deleted_at is not null`.execute(on);
  const [gone] = found.rows;
  if (!gone) return undefined;
  const became = gone.state === "draft" ? "放弃" : "用另一个版本取代";
  return {
    ...gone,
    words: `${versionInWords(gone)}已由${gone.deletedByName ?? "系统"}在 ${formatTime(gone.deletedAt, settings().OPERATOR_TIME_ZONE)} ${became}`,
  };
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
  if (began.seen !== undefined && began.seen !== digestPeriods(versions))
    throw problem.field("", "在您查看之后，另一人改动了这条线路的生效版本，请核对下面最新的影响后再确认");
  return { variant, versions, row, content, stations };
}

export function digestPeriods(versions: readonly VersionRow[]): string {
  return digestOf(periodsOf(versions));
}
