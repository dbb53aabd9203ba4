import { sql } from "kysely";
import { inScope } from "~/kit/data/access/scope.server";
import { sharedFigures } from "~/kit/data/figures/shared-figures.server";
import { db } from "~/kit/data/db/pool.server";
import { isoTime } from "~/kit/data/db/iso-time";
import type { ListSource } from "~/kit/room/source.server";
import { lineFound } from "~/domains/lines/queries.server";
import { isWorkedWith } from "./check-voices.server";
import type { CheckFilters, CheckRow } from "./check-table";

const joins = sql`join line_file_check k using (file_uuid)
  join line_classify on line_classify.classify_sid = line_file.classify_sid and line_classify.deleted_at is null
  join line on line.line_uuid = line_classify.main_uuid and line.deleted_at is null join organisation using (org_id)`;

/** The files that lines work with, each as its voices were last looked through. */
export const checkSource: ListSource<CheckRow, CheckFilters> = {
  listed: { table: "lineFile", key: "fileUuid", noun: "线路文件" },
  select: sql`line_file.file_uuid, line.line_name, line_classify.classify_name, organisation.org_name, line_file.state,
    (array['草稿', '已生成', '已下发', '作废'])[line_file.state + 1] as state_name, k.recorded, k.spoken, k.missing, k.too_long, k.overlapping, k.errors, k.other_names, ${isoTime(sql`k.checked_at`)} as checked_at`,
  joins,
  from: sql`line_file ${joins}`,
  where: ({ keyword, orgId, wrong }) => [
    isWorkedWith(),
    ...(keyword ? [lineFound(keyword)] : []),
    ...(orgId ? [sql`line.org_id = ${orgId}`] : []),
    ...(wrong === "missing" ? [sql`k.missing > 0`] : []),
    ...(wrong === "errors" ? [sql`k.errors > 0`] : []),
    ...(wrong === "names" ? [sql`k.other_names > 0`] : []),
    ...(wrong === "late" ? [sql`k.too_long + k.overlapping > 0`] : []),
  ],
  order: {
    errors: sql`k.errors`,
    otherNames: sql`k.other_names`,
    missing: sql`k.missing`,
    tooLong: sql`k.too_long`,
    overlapping: sql`k.overlapping`,
    lineName: sql`line.name_order`,
    checkedAt: sql`k.checked_at`,
  },
  scope: sql`(select scoping.org_id from line as scoping join line_classify as scoped on scoped.main_uuid = scoping.line_uuid where scoped.classify_sid = line_file.classify_sid)`,
};

export interface FoundWrong {
  /** Clips that are missing, and on how many lines. */
  missing: number;
  lines: number;
  /** Lines whose files cannot be generated for other reasons, and of those that let other names be heard than stops have. */
  wrong: number;
  otherNames: number;
}

/** What was found in the files of the viewer's lines when they were last looked through. */
export const countFoundWrong = sharedFigures("found wrong", async (viewer): Promise<FoundWrong> => {
  const { rows } = await sql<FoundWrong>`
    select coalesce(sum(k.missing), 0)::int as missing, count(distinct line.line_uuid) filter (where k.missing > 0)::int as lines,
      count(distinct line.line_uuid) filter (where k.errors > k.missing)::int as wrong, count(distinct line.line_uuid) filter (where k.other_names > 0)::int as other_names
    from line_file ${joins} where ${isWorkedWith()} and ${inScope(viewer, sql`line.org_id`)}`.execute(db());
  return rows[0]!;
});
