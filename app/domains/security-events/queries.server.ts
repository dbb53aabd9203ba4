import { sql } from "kysely";
import type { z } from "zod";
import { settings } from "~/kit/ground/settings.server";
import { isoTime } from "~/kit/data/db/iso-time";
import type { ListSource } from "~/kit/room/source.server";
import type { EventFilters, EventRow } from "./table";

export const eventSource: ListSource<EventRow, z.output<typeof EventFilters>> = {
  listed: { table: "securityEvent", key: "eventId", noun: "安全事件" },
  select: sql`security_event.event_id::text as event_id, ${isoTime(sql`security_event.at`)} as at, security_event.kind, security_event.user_account, security_event.user_name,
    security_event.address, security_event.session, security_event.request_id, security_event.detail`,
  from: sql`security_event left join app_user who on who.user_id = security_event.user_id`,
  where: ({ kind, userAccount, address, from, to }) => [
    ...(kind ? [sql`security_event.kind = ${kind}`] : []),
    ...(userAccount ? [sql`security_event.user_account = ${userAccount}`] : []),
    ...(address ? [sql`security_event.address = ${address}`] : []),
    ...(from ? [sql`security_event.at >= ${midnight(from)}`] : []),
    ...(to ? [sql`security_event.at < ${midnight(to)} + interval '1 day'`] : []),
  ],
  order: { at: sql`security_event.at` },
  scope: sql`who.org_id`,
};

const midnight = (day: string) => sql`(${day}::date::timestamp at time zone ${settings().OPERATOR_TIME_ZONE})`;
