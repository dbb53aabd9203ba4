import { sql } from "kysely";
import { sharedFigures } from "~/kit/data/figures/shared-figures.server";
import { db } from "~/kit/data/db/pool.server";
import { today } from "~/kit/ground/time/today.server";
import { visibleLines } from "~/domains/lines/queries.server";

export interface ComingVersion {
  lineUuid: string;
  classifySid: string;
  sortType: number;
  lineName: string;
  /** Of the variant, where it is not the primary one. */
  variantName: string | null;
  day: string;
}

/** The versions of the viewer's lines that come into force within so many days from tomorrow on, the next first. */
export const comingVersions = sharedFigures(
  "versions that come",
  async (viewer, days: number, most: number): Promise<ComingVersion[]> => {
    const { rows } = await sql<ComingVersion>`
    select line.line_uuid, c.classify_sid, c.sort_type, line.line_name, case when c.sort_type <> 1 then c.classify_name end as variant_name, lower(v.valid)::text as day
    from line_version v join line_classify c using (classify_sid) join line on line.line_uuid = c.main_uuid
    where v.state = 'effective' and v.deleted_at is null and c.deleted_at is null and line.deleted_at is null
      and lower(v.valid) > ${today()}::date and lower(v.valid) <= ${today()}::date + ${days}::int and ${visibleLines(viewer)}
    order by lower(v.valid), line.name_order, c.classify_sid limit ${most}`.execute(db());
    return rows;
  },
);
