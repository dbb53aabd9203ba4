import { sql } from "kysely";
import type { Viewer } from "~/kit/data/access/viewer";
import { db } from "~/kit/data/db/pool.server";
import { seenLines } from "./records.server";

/** How many lines have a draft that the viewer may check: handed in, and neither by them nor changed by them last. */
export async function linesToCheck(viewer: Viewer): Promise<number> {
  const found = await sql<{ lines: number }>`
    select count(distinct line.line_uuid) as lines from line join line_classify c on c.main_uuid = line.line_uuid join line_version v using (classify_sid)
    where line.deleted_at is null and c.deleted_at is null and v.deleted_at is null and v.submitted_at is not null
      and v.submitted_by is distinct from ${viewer.userId} and v.updated_by is distinct from ${viewer.userId} and ${seenLines(viewer)}`.execute(
    db(),
  );
  return Number(found.rows[0]!.lines);
}
