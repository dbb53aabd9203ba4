import { sql } from "kysely";
import { inScope } from "~/kit/data/access/scope.server";
import { allows, type Viewer } from "~/kit/data/access/viewer";
import { db, plannedOnce } from "~/kit/data/db/pool.server";
import type { RecordNotice } from "~/kit/room/record-notices.server";
import { packageRoom, stateName } from "./room";
import { packageUrl } from "./urls";

/** The open packages that would change a record: a station, a fence, a line, or a file made for one. */
export async function packageNotices(viewer: Viewer, key: string): Promise<RecordNotice[]> {
  if (!allows(viewer, packageRoom.may.read)) return [];
  const { rows } = await sql<{
    packageUuid: string;
    packageName: string;
    effectiveDay: string;
    state: number;
  }>`${plannedOnce}
    select distinct p.package_uuid, p.package_name, p.effective_day, p.state from change_package p
    left join change_item i using (package_uuid) left join line_classify c on c.classify_sid = i.classify_sid
    where p.state in (0, 1) and p.deleted_at is null and ${inScope(viewer, sql`p.org_id`)} and (${key} in (i.record_key, c.main_uuid, c.classify_sid)
      or exists (select from line_file f where f.package_uuid = p.package_uuid and f.file_uuid = ${key} and f.state in (1, 2))
      or exists (select from issue_task t where t.package_uuid = p.package_uuid and t.task_uuid = ${key}))
    order by p.effective_day limit 5`.execute(db());
  return rows.map(({ packageUuid, packageName, effectiveDay, state }) => ({
    text: `变更包“${packageName}”（${stateName(state)}）将在 ${effectiveDay} 改变它`,
    href: packageUrl(packageUuid),
  }));
}
