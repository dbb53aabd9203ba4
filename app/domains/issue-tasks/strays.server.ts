import { type RawBuilder, sql, type Transaction } from "kysely";
import type { DB } from "~/kit/data/db/tables";
import { groupBy } from "~/kit/ground/group-by";
import { settings } from "~/kit/ground/settings.server";
import { today } from "~/kit/ground/time/today.server";
import { moveDetails } from "./move-details.server";

/** Why a delivery `d` of a task `t` is no longer for its vehicle, in words; null where it is. A task says for whom by what was chosen when it was made. */
export const strayReason = (): RawBuilder<string | null> => sql<string | null>`(select case
    when t.last_day < ${today()}::date then '任务的最后一天 ' || t.last_day || ' 已过'
    when b.deleted_at is not null then '车辆已删除'
    when b.bus_state = 100 then '车辆已报废'
    when v.deleted_at is not null then '设备已删除'
    when v.dev_state = 4 then '设备已报废'
    when v.dev_state = 3 then '设备已停用'
    when v.bind_type is distinct from 'bus' or v.bind_uuid <> d.bus_uuid then '设备已不在这辆车上'
    when d.kind = 2 and not exists (select from bus_line l where l.bus_uuid = d.bus_uuid and l.is_main and l.line_uuid = d.line_uuid
      and (l.valid @> ${today()}::date or l.valid @> (t.activate_at at time zone ${settings().OPERATOR_TIME_ZONE})::date)) then '车辆已不在这条线路上'
    when t.targets = '{}' then null
    when exists (with recursive up as (
      select org_id, org_pid from organisation where org_id = b.org_id union select o.org_id, o.org_pid from up join organisation o on o.org_id = up.org_pid
    ) select from up where t.targets -> 'orgIds' ? up.org_id) then null
    when exists (select from bus_line l where l.bus_uuid = d.bus_uuid and l.is_main and t.targets -> 'lineUuids' ? l.line_uuid
      and (l.valid @> ${today()}::date or l.valid @> (t.activate_at at time zone ${settings().OPERATOR_TIME_ZONE})::date)) then null
    when t.targets -> 'busUuids' ? d.bus_uuid or t.targets -> 'deviceUuids' ? d.dev_uuid then null
    else '车辆已不在任务的范围内' end
  from bus b, device v where b.bus_uuid = d.bus_uuid and v.dev_uuid = d.dev_uuid)`;

/** Ends the deliveries of running tasks whose vehicles they are no longer for, each with why: nothing keeps a task from its end. */
export async function endStrays(trx: Transaction<DB>): Promise<void> {
  const { rows } = await sql<{ detailUuid: string; reason: string }>`
    select detail_uuid, reason from (
      select d.detail_uuid, ${strayReason()} as reason from issue_detail d join issue_task t using (task_uuid)
      where d.state in (0, 1) and t.state in (1, 2) and t.deleted_at is null) judged
    where reason is not null`.execute(trx);
  for (const [reason, some] of groupBy(rows, (row) => row.reason))
    await moveDetails(
      trx,
      some.map(({ detailUuid }) => detailUuid),
      { to: -1, reason, actor: "系统" },
    );
}
