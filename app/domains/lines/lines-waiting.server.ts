import { type RawBuilder, sql } from "kysely";
import { liesElsewhere } from "~/domains/stations/queries.server";
import type { Viewer } from "~/kit/data/access/viewer";
import { sharedFigures } from "~/kit/data/figures/shared-figures.server";
import { db } from "~/kit/data/db/pool.server";
import { today } from "~/kit/ground/time/today.server";
import { visibleLines } from "./records.server";

/** Whether a station of a line in force, or planned, has moved since its path was laid or said to be right. */
export const isToReview = (lineUuid: RawBuilder<unknown>) => sql<boolean>`exists (
  select from line_classify lc join line_version lv using (classify_sid) join line_path lp using (version_uuid)
    cross join lateral jsonb_each(lp.places) laid join station moved on moved.sta_uuid = laid.key and moved.deleted_at is null
  where lc.main_uuid = ${lineUuid} and lc.deleted_at is null and lv.deleted_at is null and lv.state = 'effective'
    and coalesce(upper(lv.valid) > ${today()}::date, true) and ${liesElsewhere(sql`laid.value`, "moved")})`;

export const linesToReview = sharedFigures("lines to review", async (viewer): Promise<number> => {
  const found = await sql<{ lines: number }>`
    select count(*) as lines from line where line.deleted_at is null and ${visibleLines(viewer)} and ${isToReview(sql`line.line_uuid`)}`.execute(
    db(),
  );
  return Number(found.rows[0]!.lines);
});

/** How many lines have a draft that the viewer may check: handed in, and neither by them nor changed by them last. */
export const linesToCheck = (viewer: Viewer): Promise<number> => waitingFor(viewer, viewer.userId);

const waitingFor = sharedFigures("lines to check", async (viewer, userId: string): Promise<number> => {
  const found = await sql<{ lines: number }>`
    select count(distinct line.line_uuid) as lines from line join line_classify c on c.main_uuid = line.line_uuid join line_version v using (classify_sid)
    where line.deleted_at is null and c.deleted_at is null and v.deleted_at is null and v.submitted_at is not null
      and v.submitted_by is distinct from ${userId} and v.updated_by is distinct from ${userId} and ${visibleLines(viewer)}`.execute(
    db(),
  );
  return Number(found.rows[0]!.lines);
});
