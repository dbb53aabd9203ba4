import { sql } from "kysely";
import { classifyRecord, lineFound } from "~/domains/lines/queries.server";
import { startDirectionOf } from "~/domains/parameters/queries.server";
import { holds } from "~/kit/data/search/found.server";
import { isoTime } from "~/kit/data/db/iso-time";
import type { RecordSource } from "~/kit/room/source.server";
import { today } from "~/kit/ground/time/today.server";
import type { VariantFilters, VariantRow } from "./schema";

const draftsOf = sql`(select count(*) from line_version d where d.classify_sid = line_classify.classify_sid and d.state = 'draft' and d.deleted_at is null)`;

/** A variant as it is stored, its figures by direction and with what chooses among them. */
export type StoredVariant = Omit<VariantRow, "directions"> & {
  paths: Record<number, number | null>;
  declared: Record<number, number | null>;
  startDirection: number | null;
};

/** The variants of living lines with their figures as of a day; a variant belongs to the organisation of its line. */
export const variantSource = (asOf = today()): RecordSource<StoredVariant, VariantFilters> => ({
  kept: classifyRecord,
  select: sql`line_classify.classify_sid, line_classify.main_uuid, line.line_name, line.line_type, case line.line_type when 2 then '环行' else '上下行' end as line_type_name,
    line.org_id, organisation.org_name, line_classify.classify_name, line_classify.sort_type, case line_classify.sort_type when 1 then '主' else '副' end as sort_type_name,
    line_classify.remark, line_classify.source, line_classify.version, ${isoTime(sql`line_classify.updated_at`)} as updated_at,
    v.version_uuid, lower(v.valid) as valid_from, upper(v.valid) as valid_to, calls.*, laid.*, ${draftsOf} as drafts,
    case line_classify.sort_type when 1 then jsonb_build_object('1', line.up_mileage, '2', line.down_mileage) else '{}' end as declared,
    ${startDirectionOf(sql`line.line_uuid`, sql`v.version_uuid`)} as start_direction,
    exists (select from line_version d where d.classify_sid = line_classify.classify_sid and d.state = 'draft' and d.submitted_at is not null and d.deleted_at is null) as waiting,
    (select min(lower(n.valid)) from line_version n where n.classify_sid = line_classify.classify_sid and n.state = 'effective' and n.deleted_at is null and lower(n.valid) > ${asOf}::date) as next_change`,
  joins: sql`join line on line.line_uuid = line_classify.main_uuid and line.deleted_at is null join organisation using (org_id)
    left join line_version v on v.classify_sid = line_classify.classify_sid and v.state = 'effective' and v.deleted_at is null and v.valid @> ${asOf}::date
    cross join lateral (select count(*) filter (where direction = 1) as up_stations, count(*) filter (where direction = 2) as down_stations from line_station where version_uuid = v.version_uuid) calls
    cross join lateral (
      select coalesce(jsonb_object_agg(direction, mileage), '{}') as paths,
        case when bool_and(match_state = 'full') and count(*) >= sign(calls.up_stations) + sign(calls.down_stations) then 'full'
          when bool_or(match_state = 'white-list') then 'white-list' when bool_or(match_state <> 'none') then 'partial' else 'none' end as match_state
      from line_path where version_uuid = v.version_uuid) laid`,
  from: sql`line_classify join line on line.line_uuid = line_classify.main_uuid and line.deleted_at is null join organisation using (org_id)`,
  where: ({ keyword, lineUuid, sortType, orgId, hasDraft, several }) => [
    ...(keyword ? [sql`(${lineFound(keyword)} or ${holds(keyword, sql`line_classify.classify_name`)})`] : []),
    ...(lineUuid ? [sql`line_classify.main_uuid = ${lineUuid}`] : []),
    ...(sortType !== undefined ? [sql`line_classify.sort_type = ${sortType}`] : []),
    ...(orgId ? [sql`line.org_id = ${orgId}`] : []),
    ...(several
      ? [
          sql`exists (select from line_classify other where other.main_uuid = line_classify.main_uuid and other.deleted_at is null and other.classify_sid <> line_classify.classify_sid)`,
        ]
      : []),
    ...(hasDraft === undefined ? [] : [sql`(${draftsOf} > 0) = ${hasDraft}`]),
  ],
  order: {
    lineName: sql`line.name_order`,
    sortType: sql`line_classify.sort_type`,
    classifyName: sql`line_classify.classify_name`,
    orgName: sql`organisation.org_name`,
    updatedAt: sql`line_classify.updated_at`,
  },
  scope: sql`(select scoping.org_id from line as scoping where scoping.line_uuid = line_classify.main_uuid)`,
});
