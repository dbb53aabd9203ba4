import { sql } from "kysely";
import { inScope } from "~/kit/data/access/scope.server";
import type { Viewer } from "~/kit/data/access/viewer";
import { db } from "~/kit/data/db/pool.server";
import { isoTime } from "~/kit/data/db/iso-time";
import type { OwnerKind } from "./choices";
import { ownerName, ownerOrg } from "./owners.server";

export interface Binding {
  bindType: OwnerKind;
  bindUuid: string;
  /** Null where the owner is outside the viewer's organisations. */
  name: string | null;
  beginTime: string;
  endTime: string | null;
  boundBy: string;
  unboundBy: string | null;
  reason: string | null;
}

export async function bindingsOf(viewer: Viewer, devUuid: string): Promise<Binding[]> {
  const found = await sql<Binding>`
    select b.bind_type, b.bind_uuid, case when coalesce(${inScope(viewer, ownerOrg("b"))}, true) then ${ownerName("b")} end as name,
      ${isoTime(sql`b.begin_time`)} as begin_time, ${isoTime(sql`b.end_time`)} as end_time, b.bound_by, b.unbound_by, b.reason
    from device_binding b where b.dev_uuid = ${devUuid} order by b.begin_time desc, b.binding_uuid desc limit 100`.execute(
    db(),
  );
  return found.rows;
}
