import { sql } from "kysely";
import { type Database, db } from "~/kit/data/db/pool.server";
import { type Problem, problem } from "~/kit/ground/problem";
import { settings } from "~/kit/ground/settings.server";
import { formatTime } from "~/kit/ground/time/format-time";
import { today } from "~/kit/ground/time/today.server";
import { versionInWords } from "~/domains/lines/choices";
import { variantUrl } from "~/domains/lines/urls";
import {
  type EditedVersion,
  editedVersion,
  heldOn,
  type Variant,
  type VersionRow,
  versionsOf,
} from "./versions.server";

/** A version that was thrown away, or that another took the place of on the day it began; `words` say which, when and by whom. */
export interface GoneVersion {
  plannedFor: string | null;
  validFrom: string | null;
  words: string;
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
    throw asProblem(variant, await goneVersion(on, variant, versionUuid));
  return versions;
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
  if (!gone) throw asProblem(variant, undefined);
  const day = gone.plannedFor ?? gone.validFrom;
  const plannedFor = day !== null && day > today() ? day : null;
  const base = heldOn(versions, plannedFor ?? today());
  const draft = versions.find((one) => one.standing === "draft" && one.plannedFor === plannedFor);
  return { current: draft ?? base, base, plannedFor, versions, gone };
}

async function goneVersion(
  on: Database,
  { classifySid }: Variant,
  versionUuid: string,
): Promise<GoneVersion | undefined> {
  const found = await sql<{
    state: string;
    plannedFor: string | null;
    validFrom: string | null;
    deletedAt: Date;
    deletedByName: string | null;
  }>`
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

function asProblem(variant: Variant, gone: GoneVersion | undefined): Problem {
  return problem.missing("线路版本", {
    words: gone?.words,
    way: { href: variantUrl(variant, "versions"), label: `${variant.lineName}的版本` },
  });
}
