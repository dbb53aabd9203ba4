import { type RawBuilder, sql } from "kysely";
import { orgAndBelow } from "~/kit/data/access/org-below.server";
import { inScope, keyWithin } from "~/kit/data/access/scope.server";
import type { Viewer } from "~/kit/data/access/viewer";
import { pictureColumn } from "~/kit/room/pictures.server";
import { defineRecords } from "~/kit/room/served.server";
import { isoTime } from "~/kit/data/db/iso-time";
import { isSortedFor } from "~/kit/data/db/sorted-day.server";
import { onKeys } from "~/kit/room/on-keys.server";
import type { RecordSource } from "~/kit/room/source.server";
import { foundIn } from "~/kit/data/search/found.server";
import { settings } from "~/kit/ground/settings.server";
import { today } from "~/kit/ground/time/today.server";
import { scrapped } from "./choices";
import { expiryFields, warnedDays } from "./expiry";
import { authorisedLines, mainLine, presetPersons } from "./parts.server";
import { type BusRow, busRoom } from "./room";

interface Filters {
  busSelfCode?: string;
  plateNum?: string;
  orgId?: string;
  lineUuid?: string;
  lineName?: string;
  parkingUuid?: string;
  energyType?: number;
  expire?: "30" | "month" | "overdue";
  hasDevice?: boolean;
}

export const busSource: RecordSource<BusRow, Filters> = {
  ...defineRecords<BusRow, Filters>(busRoom, {
    table: "bus",
    searched: ["plateNum", "busSelfCode", "vin"],
    codeOrder: true,
    derived: ["firstExpire", "sortLine", "sortDevices"],
    parts: { lineUuid: mainLine, lines: authorisedLines, presets: presetPersons },
    beside: ["lineUuid"],
    unique: { bus_code_living: "busSelfCode", bus_plate_living: "plateNum", bus_vin_living: "vin" },
    filters: {
      busSelfCode: (part) => foundIn("bus", part, ["bus_self_code"]),
      plateNum: (part) => foundIn("bus", part, ["plate_num"]),
      orgId: (key) =>
        onKeys(sql`select org_id from ${orgAndBelow(key)} branch`, (keys) => sql`bus.org_id = any(${keys})`),
      lineUuid: (key, viewer) => onLines(sql`select ${keyWithin(viewer, "line", "line_uuid", key)}`),
      lineName: (name, viewer) => onLines(linesNamed(name, viewer)),
      parkingUuid: (key, viewer) => sql`bus.parking_uuid = ${keyWithin(viewer, "depot", "parking_uuid", key)}`,
      energyType: (type) =>
        onKeys(
          sql`select model_uuid from bus_model where energy_type = ${type}`,
          (models) => sql`(bus.energy_type = ${type} or bus.energy_type is null and bus.model_uuid = any(${models}))`,
        ),
      expire: (when) =>
        when === "month"
          ? expiresIn(today().slice(0, 7))
          : sql`bus.first_expire < ${today()}::date + ${when === "overdue" ? 0 : warnedDays}::int`,
      hasDevice: (has) =>
        sql`bus.bus_uuid ${has ? sql`in` : sql`not in`} (select bind_uuid from device where bind_type = 'bus' and bind_uuid is not null and deleted_at is null)`,
    },
    foreign: (mask) =>
      sql`${mask(sql`main.org_id`, sql`main.line_name`)} as line_name, ${mask(sql`p.org_id`, sql`p.job_number`)} as driver_number, ${mask(sql`p.org_id`, sql`p.name`)} as driver_name`,
    byRecords: (mask) => ({
      lineName: {
        ...(isSortedFor(today()) ? { by: sql`bus.sort_line` } : { by: mainLineOf(sql`bus.bus_uuid`), sortsAll: true }),
        table: "line",
        key: "line_uuid",
        says: mask(sql`org_id`, sql`name_order`),
      },
    }),
    order: [
      "busSelfCode",
      "plateNum",
      "busState",
      "firstExpire",
      "mileage",
      "registerDate",
      "updatedAt",
      { deviceCount: sql`bus.sort_devices` },
    ],
  }),
  /** Read anew each time: the main line and the days left are those of the day. */
  get select() {
    return sql`bus.bus_uuid, bus.bus_self_code, bus.plate_num, bus.plate_color, bus.vin, bus.engine_no, bus.model_uuid, m.model_name, bus.org_id,
      main.line_uuid, bus.parking_uuid, bus.bus_state, bus.energy_type, coalesce(bus.energy_type, m.energy_type) as energy,
      bus.approved_number, bus.seat_number, bus.has_ac, bus.floor_type, bus.door_count, bus.wheelchair, bus.fuel_tank, bus.fuel_km, bus.mileage,
      bus.source, bus.provider, bus.contract_no, bus.register_date, bus.production_date, bus.scrap_date,
      bus.driving_license_expire, bus.compulsory_ins_expire, bus.commercial_ins_expire, bus.next_inspection, bus.next_maintenance,
      bus.first_expire, bus.first_expire - ${today()}::date as days_left,
      bus.fixed_driver, ${pictureColumn(busRoom, "bus")} as img_url, bus.remark, devices.device_count, devices.online, bus.version,
      ${isoTime(sql`bus.updated_at`)} as updated_at`;
  },
  get joins() {
    return sql`join bus_model m using (model_uuid)
      left join person p on p.person_uuid = bus.fixed_driver
      left join lateral (select bl.line_uuid, l.line_name, l.org_id from bus_line bl join line l using (line_uuid)
        where bl.bus_uuid = bus.bus_uuid and bl.is_main and bl.valid @> ${today()}::date) main on true
      cross join lateral (select count(*) as device_count, coalesce(bool_or(last_connect_time > now() - make_interval(mins => ${settings().ONLINE_MINUTES})), false) as online
        from device where bind_uuid = bus.bus_uuid and bind_type = 'bus' and deleted_at is null) devices`;
  },
};

/** What runs out first tells buses of which nothing can run out in the month from the others. */
const expiresIn = (
  month: string,
) => sql`(bus.bus_state <> ${scrapped} and bus.first_expire < ${`${month}-01`}::date + interval '1 month' and exists (
  select from unnest(array[${sql.join(expiryFields.map(({ name }) => sql.ref(`bus.${name}`)))}]) day where to_char(day, 'YYYY-MM') = ${month}))`;

const mainLineOf = (bus: RawBuilder<unknown>) =>
  sql`(select bl.line_uuid from bus_line bl where bl.bus_uuid = ${bus} and bl.is_main and bl.valid @> ${today()}::date)`;

/** Buses with one of these lines for their main line today. */
const onLines = (lines: RawBuilder<unknown>) =>
  isSortedFor(today())
    ? onKeys(lines, (keys) => sql`bus.sort_line = any(${keys})`)
    : sql`bus.bus_uuid = any(array(select bl.bus_uuid from bus_line bl where bl.is_main and bl.valid @> ${today()}::date and bl.line_uuid = any(array(${lines}))))`;

/** The line of exactly that name, or where there is none those whose name holds it. */
const linesNamed = (name: string, viewer: Viewer) => sql`
  select line_uuid from line where deleted_at is null and ${inScope(viewer, sql`line.org_id`)} and (line_name = ${name} or (${foundIn("line", name, ["line_name", "pinyin", "initials"])}
    and not exists (select from line same where same.line_name = ${name} and same.deleted_at is null and ${inScope(viewer, sql`same.org_id`)})))`;
