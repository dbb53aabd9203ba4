import { sql } from "kysely";
import type { RecordTable } from "~/kit/data/db/records.server";
import { isoTime, ordered, type Kept } from "~/kit/room/source.server";
import type { WaitingAreaFilters, WaitingAreaRow } from "./schema";

export const waitingAreaRecord: RecordTable = {
  table: "waitingArea",
  key: "waitUuid",
  room: "waiting-areas",
  noun: "待车区",
  searched: ["waitName"],
  unique: { waiting_area_name_living: { path: "waitName", message: "这个围栏中已有同名的待车区" } },
};

/** A waiting area belongs to the organisation of its fence. */
export const waitingAreaSource: Kept<WaitingAreaRow, WaitingAreaFilters> = {
  kept: waitingAreaRecord,
  select: sql`wait_uuid, wait_name, waiting_area.fence_uuid, fence.fence_num, fence.fence_name, organisation.org_name, waiting_area.line_uuids,
    array(select line_name from line where line_uuid = any(waiting_area.line_uuids) order by name_order) as line_names,
    direction, capacity, entry_azimuth, queue_rule, waiting_area.coords, waiting_area.enabled, waiting_area.remark, waiting_area.version, ${isoTime(sql`waiting_area.updated_at`)} as updated_at`,
  joins: sql`join fence using (fence_uuid) join organisation using (org_id)`,
  from: sql`waiting_area join fence using (fence_uuid)`,
  where: ({ fenceUuid, lineUuid, direction, enabled }) => [
    ...(fenceUuid ? [sql`waiting_area.fence_uuid = ${fenceUuid}`] : []),
    ...(lineUuid ? [sql`${lineUuid} = any(waiting_area.line_uuids)`] : []),
    ...(direction !== undefined ? [sql`waiting_area.direction = ${direction}`] : []),
    ...(enabled !== undefined ? [sql`waiting_area.enabled = ${enabled === "1"}`] : []),
  ],
  order: {
    ...ordered("waitingArea", "waitName", "direction", "capacity", "queueRule", "enabled", "updatedAt"),
    fenceName: sql`fence.fence_name`,
  },
  scope: sql`(select scoping.org_id from fence as scoping where scoping.fence_uuid = waiting_area.fence_uuid)`,
};
