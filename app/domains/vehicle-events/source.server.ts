import { sql } from "kysely";
import { orgAndBelow } from "~/kit/data/access/org-below.server";
import { settings } from "~/kit/ground/settings.server";
import { isoTime } from "~/kit/data/db/iso-time";
import type { ListSource } from "~/kit/room/source.server";
import { type EventFilters, type EventRow, urgentKinds } from "./schema";

export const isUrgent = () => sql<boolean>`vehicle_event.kind = any(${[...urgentKinds]}::int[])`;

/** What fences see of vehicles, and the alarms of their terminals. */
export const eventSource: ListSource<EventRow, EventFilters> = {
  listed: { table: "vehicleEvent", key: "eventUuid", noun: "车辆事件" },
  select: sql`event_uuid, vehicle_event.kind, ${isoTime(sql`began_at`)} as began_at, ${isoTime(sql`ended_at`)} as ended_at, vehicle_event.fence_uuid, vehicle_event.bus_uuid,
    (extract(epoch from coalesce(ended_at, now()) - began_at) / 60)::float8 as minutes, bus.bus_self_code, bus.plate_num, organisation.org_name,
    vehicle_event.lng, vehicle_event.lat, limit_value, top_speed, is_lost,
    ${isoTime(sql`acknowledged_at`)} as acknowledged_at, acknowledged_by_name, acknowledged_note`,
  foreign: (mask) => sql`${mask(sql`fence.org_id`, sql`fence.fence_name`)} as fence_name`,
  joins: sql`join bus using (bus_uuid) join organisation on organisation.org_id = bus.org_id left join fence on fence.fence_uuid = vehicle_event.fence_uuid`,
  from: sql`vehicle_event join bus using (bus_uuid)`,
  where: ({ bus, fenceUuid, orgId, kind, urgent, handled, open, from, to }) => [
    ...(bus ? [sql`(bus.bus_self_code = ${bus} or bus.plate_num = ${bus})`] : []),
    ...(fenceUuid ? [sql`vehicle_event.fence_uuid = ${fenceUuid}`] : []),
    ...(orgId ? [sql`bus.org_id in ${orgAndBelow(orgId)}`] : []),
    ...(kind === undefined ? [] : [sql`vehicle_event.kind = ${kind}`]),
    ...(urgent === undefined ? [] : [urgent ? isUrgent() : sql`not ${isUrgent()}`]),
    ...(handled === undefined ? [] : [handled ? sql`acknowledged_at is not null` : sql`acknowledged_at is null`]),
    ...(open === undefined ? [] : [open ? sql`ended_at is null` : sql`ended_at is not null`]),
    ...(from ? [sql`began_at >= ${midnight(from)}`] : []),
    ...(to ? [sql`began_at < ${midnight(to)} + interval '1 day'`] : []),
  ],
  order: {
    beganAt: sql`vehicle_event.began_at`,
    busSelfCode: sql`bus.bus_self_code`,
    kind: sql`vehicle_event.kind`,
    topSpeed: sql`coalesce(vehicle_event.top_speed, 0)`,
  },
  scope: sql`bus.org_id`,
};

const midnight = (day: string) => sql`(${day}::date::timestamp at time zone ${settings().OPERATOR_TIME_ZONE})`;
