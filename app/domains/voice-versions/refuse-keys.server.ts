import { sql } from "kysely";
import type { Database } from "~/kit/data/db/pool.server";
import { type FieldError, problem } from "~/kit/ground/problem";

type Keyed = { linkUuid?: string };

/** A key given with a part is the part's own in this row, or a new one. */
export async function refuseKeys(on: Database, row: readonly Keyed[], parts: readonly Keyed[]): Promise<void> {
  const given = parts.map(({ linkUuid }) => linkUuid);
  const own = row.map(({ linkUuid }) => linkUuid);
  const others = given.filter((key): key is string => key !== undefined && !own.includes(key));
  const { rows } = await sql<{ linkUuid: string }>`
    select link_uuid from voice_version_audio where link_uuid = any(${others})`.execute(on);
  const taken = new Set(rows.map(({ linkUuid }) => linkUuid));
  const errors = given.flatMap((key, at): FieldError[] => {
    if (key === undefined || (!taken.has(key) && given.indexOf(key) === at)) return [];
    return [{ path: `parts.${at}.linkUuid`, message: "这个主键已用在另一段，请换一个或不填" }];
  });
  if (errors.length > 0) throw problem.fields(errors);
}
