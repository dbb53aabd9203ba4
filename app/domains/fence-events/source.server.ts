import { sql } from "kysely";
import { orgAndBelow } from "~/kit/data/access/org-below.server";
import { settings } from "~/kit/ground/settings.server";
import { isoTime } from "~/kit/data/db/iso-time";
import type { ListSource } from "~/kit/room/source.server";
import type { EventFilters, EventRow } from "./schema";

export const eventSource: ListSource<EventRow, EventFilters> = {
  listed: { table: "fenceEvent", key: "eventUuid", noun: "围栏事件" },
  select: sql`event_uuid, fence_event.kind, ${isoTime(sql`began_at`)} as began_at, ${isoTime(sql`ended_at`)} as ended_at, fence_event.fence_uuid, fence_event.bus_uuid,
    (extract(epoch from coalesce(ended_at, now()) - began_at) / 60)::float8 as minutes, bus.bus_self_code, bus.plate_num, organisation.org_name,
    fence_event.lng, fence_event.lat, limit_value, top_speed`,
  foreign: (mask) => sql`${mask(sql`fence.org_id`, sql`fence.fence_name`)} as fence_name`,
  joins: sql`join bus using (bus_uuid) join organisation on organisation.org_id = bus.org_id join fence using (fence_uuid)`,
  from: sql`fence_event join bus using (bus_uuid)`,
  where: ({ bus, fenceUuid, orgId, kind, open, from, to }) => [
    ...(bus ? [sql`(bus.bus_self_code = ${bus} or bus.plate_num = ${bus})`] : []),
    ...(fenceUuid ? [sql`fence_event.fence_uuid = ${fenceUuid}`] : []),
    ...(orgId ? [sql`bus.org_id in ${orgAndBelow(orgId)}`] : []),
    ...(kind ? [sql`fence_event.kind = ${Number(kind)}`] : []),
    ...(open === undefined ? [] : [open ? sql`ended_at is null` : sql`ended_at is not null`]),
    ...(from ? [sql`began_at >= ${midnight(from)}`] : []),
    ...(to ? [sql`began_at < ${midnight(to)} + interval '1 day'`] : []),
  ],
  order: {
    beganAt: sql`fence_event.began_at`,
    busSelfCode: sql`bus.bus_self_code`,
    kind: sql`fence_event.kind`,
    topSpeed: sql`coalesce(fence_event.top_speed, 0)`,
  },
  scope: sql`bus.org_id`,
};

const midnight = (day: string) => sql`(${day}::date::timestamp at time zone ${settings().OPERATOR_TIME_ZONE})`;
