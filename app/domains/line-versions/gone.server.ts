import { sql } from "kysely";
import type { Database } from "~/kit/data/db/pool.server";
import { type Problem, problem } from "~/kit/ground/problem";
import { settings } from "~/kit/ground/settings.server";
import { formatTime } from "~/kit/ground/time/format-time";
import { versionInWords } from "~/domains/lines/choices";
import { variantUrl } from "~/domains/lines/urls";
import type { Variant } from "./version-rows";

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

/** That a version is not there, and what became of it. */
export async function missingVersion(on: Database, variant: Variant, versionUuid: string): Promise<Problem> {
  const gone = await goneVersion(on, variant, versionUuid);
  return problem.missing("线路版本", {
    words: gone?.words,
    way: { href: variantUrl(variant, "versions"), label: `${variant.lineName}的版本` },
  });
}
