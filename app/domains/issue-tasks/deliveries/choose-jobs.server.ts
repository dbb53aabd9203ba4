import { sql } from "kysely";
import { db } from "~/kit/data/db/pool.server";
import { plannedOnce } from "~/kit/data/db/planned-once.server";
import { settings } from "~/kit/ground/settings.server";
import type { Job } from "./job";

export interface Chosen extends Omit<Job, "deadline"> {
  devUuid: string;
  state: 0 | 1;
  deadline: Date | null;
}

/** Of each of these devices the delivery under way, else the first that may begin now; for those that use a file at once, not before its moment. */
export async function chooseJobs(
  devices: readonly string[],
  useAtOnce: readonly string[],
): Promise<Map<string, Chosen>> {
  const shown = sql`d.detail_uuid, d.dev_uuid, d.state, d.kind, d.file_no as no, d.file_version as version, d.format, d.file_key, d.size_bytes as size, d.crc32, d.sha256, d.deadline, d.tries as attempt,
    (select activate_at from issue_task own where own.task_uuid = d.task_uuid) as activate_at`;
  const { rows } = await sql<Chosen>`${plannedOnce}
    with clock as (
      select extract(hour from local)::integer * 60 + extract(minute from local)::integer as minute, local::date as day from (select now() at time zone ${settings().OPERATOR_TIME_ZONE} as local) as here
    ), under_way as (
      select ${shown} from issue_detail d where d.state = 1 and d.dev_uuid = any(${devices})
    ), waiting as (
      select distinct on (d.dev_uuid) ${shown} from issue_detail d join issue_task t using (task_uuid), clock
      where d.state = 0 and d.dev_uuid = any(${devices}) and d.file_key is not null and t.state = 1 and t.deleted_at is null and d.stage <= t.stage
        and (d.next_try_at is null or d.next_try_at <= now())
        and (t.windows = '[]' or exists (select from jsonb_array_elements(t.windows) w where clock_within(w ->> 'from', w ->> 'to', clock.minute)))
        and not (t.outside_service and exists (
          select from bus_line b join line l using (line_uuid) where b.bus_uuid = d.bus_uuid and b.is_main and b.valid @> clock.day
            and (clock_within(l.up_first, l.up_last, clock.minute) or clock_within(l.down_first, l.down_last, clock.minute))))
        and (t.activate_at is null or t.activate_at <= now() or d.dev_uuid <> all(${useAtOnce}))
      order by d.dev_uuid, t.priority desc, t.created_at, d.detail_uuid
    )
    select * from under_way union all select * from waiting where not exists (select from under_way u where u.dev_uuid = waiting.dev_uuid)`.execute(
    db(),
  );
  return new Map(rows.map((row) => [row.devUuid, row]));
}
