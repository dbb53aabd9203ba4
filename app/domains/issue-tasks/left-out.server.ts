import { sql } from "kysely";
import { inScope } from "~/kit/data/access/scope.server";
import type { Viewer } from "~/kit/data/access/viewer";
import { db } from "~/kit/data/db/pool.server";
import type { LeftOut } from "./rows";

const size = 200;

interface LeftOutAsked {
  page: number;
  reason?: string;
  keyword?: string;
}

/** The vehicles of the viewer's organisations that a task left out, a page of those asked for, and how many in all for which reason. */
export async function listLeftOut(viewer: Viewer, taskUuid: string, { page, reason, keyword }: LeftOutAsked) {
  const left = sql`(select * from issue_task, jsonb_to_recordset(left_out) as one("busUuid" text, "busSelfCode" text, "plateNum" text, reason text)
    where task_uuid = ${taskUuid} and (${viewer.orgScope === "all"} or exists (select from bus where bus_uuid = "busUuid" and ${inScope(viewer, sql`bus.org_id`)}))) l`;
  const asked = sql`${left} where (${reason ?? null}::text is null or reason = ${reason ?? null})
    and (${keyword ?? null}::text is null or strpos(lower("busSelfCode"), lower(${keyword ?? null})) > 0 or strpos("plateNum", upper(${keyword ?? null})) > 0)`;
  const [{ rows }, { rows: counted }, { rows: reasons }] = await Promise.all([
    sql<LeftOut>`select "busUuid" as bus_uuid, "busSelfCode" as bus_self_code, "plateNum" as plate_num, reason from ${asked} order by reason, bus_self_code limit ${size} offset ${(page - 1) * size}`.execute(
      db(),
    ),
    sql<{ total: number }>`select count(*)::int as total from ${asked}`.execute(db()),
    sql<{
      reason: string;
      count: number;
    }>`select reason, count(*)::int as count from ${left} group by 1 order by 2 desc, 1`.execute(db()),
  ]);
  return { rows, reasons, size, total: counted[0]!.total };
}
