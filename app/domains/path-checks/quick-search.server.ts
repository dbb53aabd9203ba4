import { sql } from "kysely";
import { lineFound } from "~/domains/lines/queries.server";
import { inScope } from "~/kit/data/access/scope.server";
import type { Viewer } from "~/kit/data/access/viewer";
import { db } from "~/kit/data/db/pool.server";
import { loadChecks } from "./checks.server";
import type { QuickLine } from "./schema";

/** Lines by name, code or pinyin with the state of their primary variant's directions, at most 20. */
export async function buslineQuickSearch(viewer: Viewer, { keyword }: { keyword: string }): Promise<QuickLine[]> {
  const found = await sql<Omit<QuickLine, "directions">>`
    select line.line_uuid, line.line_id, line.line_name, line.line_device_no, o.org_name from line join organisation o on o.org_id = line.org_id
    where line.deleted_at is null and ${inScope(viewer, sql`line.org_id`)} and ${lineFound(keyword)} order by line.name_order, line.line_uuid limit 20`.execute(
    db(),
  );
  const keys = found.rows.map(({ lineUuid }) => lineUuid);
  const checks = keys.length > 0 ? await loadChecks(sql`c.sort_type = 1 and line.line_uuid = any(${keys})`) : [];
  return found.rows.map((line) => ({
    ...line,
    directions: checks
      .filter(({ lineUuid }) => lineUuid === line.lineUuid)
      .map(({ direction, directionName: name, state: found, stateName, ratio }) => ({
        direction,
        directionName: name,
        state: found,
        stateName,
        ratio,
      })),
  }));
}
