import { type RawBuilder, sql } from "kysely";
import { orgAndBelow } from "~/kit/data/access/org-below.server";
import { keyWithin } from "~/kit/data/access/scope.server";
import { busStates, scrapped } from "~/domains/buses/room";
import { labelOf } from "~/kit/page/forms/rules";
import { isoTime } from "~/kit/data/db/iso-time";
import type { RecordSource } from "~/kit/room/source.server";
import { settings } from "~/kit/ground/settings.server";
import { today } from "~/kit/ground/time/today.server";
import type { MonitorFilters, WatchedBus } from "./schema";

/** Whether a bus, joined with its position `p`, is online now. */
export const isOnline = () =>
  sql<boolean>`coalesce(p.reported_at > now() - make_interval(mins => ${settings().ONLINE_MINUTES}), false)`;

export const mainLine = () => sql`left join (
  select bl.bus_uuid, l.line_uuid, l.line_name, l.name_order, l.state, l.org_id as line_org from bus_line bl join line l using (line_uuid)
  where bl.is_main and bl.valid @> ${today()}::date and l.deleted_at is null) main on main.bus_uuid = bus.bus_uuid`;

/** How buses are watched: with their main line and their last position. Scrapped ones only when they are asked for. */
export const watchedSource: RecordSource<WatchedBus, MonitorFilters> = {
  kept: {
    table: "bus",
    key: "busUuid",
    room: "buses",
    noun: "车辆",
    searched: ["plateNum", "busSelfCode", "vin"],
    unique: {},
  },
  get select() {
    return sql`bus.bus_uuid, bus.bus_self_code, bus.plate_num, coalesce(m.model_name, m.model_num) as model_name, bus.org_id, o.org_name, main.line_uuid,
      bus.bus_state, ${stateName} as bus_state_name, ${isOnline()} as online, ${isoTime(sql`p.reported_at`)} as reported_at, ${position}`;
  },
  foreign: (mask) => sql`${mask(sql`main.line_org`, sql`main.line_name`)} as line_name`,
  get joins() {
    return sql`join bus_model m using (model_uuid) join organisation o using (org_id) left join bus_position p on p.bus_uuid = bus.bus_uuid ${mainLine()}`;
  },
  from: sql`bus left join bus_position p on p.bus_uuid = bus.bus_uuid`,
  where: ({ orgId, lineUuid, busState, online }, viewer) => [
    busState === undefined ? sql`bus.bus_state <> ${scrapped}` : sql`bus.bus_state = ${busState}`,
    ...(orgId ? [sql`bus.org_id in ${orgAndBelow(orgId)}`] : []),
    ...(lineUuid === "none"
      ? [sql`not ${onLine()}`]
      : lineUuid
        ? [onLine(keyWithin(viewer, "line", "line_uuid", lineUuid))]
        : []),
    ...(online === undefined ? [] : [online ? isOnline() : sql`not ${isOnline()}`]),
  ],
  order: {
    busSelfCode: sql`bus.code_order`,
    plateNum: sql`bus.plate_num`,
    busState: sql`bus.bus_state`,
    reportedAt: sql`p.reported_at`,
    speed: sql`p.speed`,
  },
  scope: sql`bus.org_id`,
};

const stateName = sql`case bus.bus_state ${sql.join(
  busStates.map(({ value }) => sql`when ${sql.lit(value)} then ${sql.lit(labelOf(busStates, value))}`),
  sql` `,
)} else bus.bus_state::text end`;

const position = sql`case when p.bus_uuid is not null then json_build_object('lng', p.lng, 'lat', p.lat, 'speed', p.speed, 'azimuth', p.azimuth) end as position`;

const onLine = (lineUuid?: RawBuilder<unknown>) => sql`exists (
  select from bus_line bl where bl.bus_uuid = bus.bus_uuid and bl.is_main and bl.valid @> ${today()}::date ${lineUuid ? sql`and bl.line_uuid = ${lineUuid}` : sql``})`;
