import { sql } from "kysely";
import { deviceSource } from "~/domains/devices/queries.server";
import { outside } from "~/kit/data/access/outside";
import type { Viewer } from "~/kit/data/access/viewer";
import { db } from "~/kit/data/db/pool.server";
import { settings } from "~/kit/ground/settings.server";
import { isVisible } from "~/kit/room/source-sql.server";
import { formatTime } from "~/kit/ground/time/format-time";

export interface InstalledDevice {
  bindingUuid: string;
  devUuid: string;
  devSelfCode: string;
  modelName: string;
  isSlave: boolean;
  /** In words, where the operator is. */
  begin: string;
  end: string | null;
  boundBy: string;
  unboundBy: string | null;
  reason: string | null;
  online: boolean;
  living: boolean;
}

export async function devicesOfBus(viewer: Viewer, busUuid: string): Promise<InstalledDevice[]> {
  const { OPERATOR_TIME_ZONE: zone, ONLINE_MINUTES } = settings();
  const found = await sql<Omit<InstalledDevice, "begin" | "end"> & { beginTime: Date; endTime: Date | null }>`
    select b.binding_uuid, dev_uuid, case when ${isVisible(deviceSource, viewer)} then device.dev_self_code else ${outside} end as dev_self_code, coalesce(m.model_name, m.model_num) as model_name, device.is_slave, b.begin_time, b.end_time, b.bound_by, b.unbound_by, b.reason,
      coalesce(device.last_connect_time > now() - make_interval(mins => ${ONLINE_MINUTES}), false) as online, device.deleted_at is null as living
    from device_binding b join device using (dev_uuid) join device_model m using (model_uuid)
    where b.bind_type = 'bus' and b.bind_uuid = ${busUuid} order by b.end_time desc nulls first, device.dev_self_code, b.begin_time desc`.execute(
    db(),
  );
  return found.rows.map(({ beginTime, endTime, ...row }) => ({
    ...row,
    begin: formatTime(beginTime, zone),
    end: endTime && formatTime(endTime, zone),
  }));
}
