import { type RawBuilder, sql } from "kysely";
import { readLineView } from "~/domains/parameters/queries.server";
import { today } from "~/kit/ground/time/today.server";

/** What is in force, or before anything is the draft; of `shownJoins`. */
export const shown = sql`coalesce(v.version_uuid, draft.version_uuid)`;

/** The primary variant of `line` as c, its version of a day as v and, where no day is asked for, the draft that stands in for it. */
export const shownJoins = (asOf?: string) => sql`
  left join line_classify c on c.main_uuid = line.line_uuid and c.sort_type = 1 and c.deleted_at is null
  left join line_version v on v.classify_sid = c.classify_sid and v.state = 'effective' and v.deleted_at is null and v.valid @> ${asOf ?? today()}::date
  left join lateral (select d.version_uuid from line_version d where v.version_uuid is null and ${asOf === undefined} and d.classify_sid = c.classify_sid
    and d.state = 'draft' and d.deleted_at is null order by d.planned_for nulls first limit 1) draft on true`;

/** Lines by their figures as of a day: by the greater of both directions, none as 0. */
export async function orderByFigures(asOf?: string): Promise<Record<string, RawBuilder<unknown>>> {
  const { declaredMileage } = await readLineView();
  const kilometres = (way: "up" | "down") => {
    const both = [sql.ref(`line.${way}Mileage`), sql.ref(`laid.${way}`)];
    return sql`coalesce(${sql.join(declaredMileage ? both : both.reverse())})`;
  };
  const version = sql`(select ${shown} as version_uuid from (values (1)) one ${shownJoins(asOf)}) kept`;
  return {
    stations: sql`(select coalesce(max(calls), 0) from (select count(*) as calls from ${version} join line_station using (version_uuid) group by direction) each_way)`,
    mileage: sql`(select coalesce(greatest(${kilometres("up")}, case line.line_type when 1 then ${kilometres("down")} end), 0) from
      (select max(mileage) filter (where direction = 1) as up, max(mileage) filter (where direction = 2) as down from ${version} join line_path using (version_uuid)) laid)`,
  };
}
