import { type RawBuilder, sql } from "kysely";
import { boundDevices } from "~/domains/devices/queries.server";
import type { Reference } from "~/kit/room/uses.server";
import { today } from "~/kit/ground/time/today.server";

/** What refers to buses: a device must be unbound first and a fence for nobody else changed; the rest is named and survives. */
export const busReferences: Reference[] = [
  boundDevices("bus"),
  {
    label: "授权线路",
    blocking: false,
    select: (
      keys,
    ) => sql`select bl.bus_uuid as used, line_uuid as key, l.line_name as title, l.org_id from bus_line bl join line l using (line_uuid)
      where bl.bus_uuid = any(${keys}) and (upper_inf(bl.valid) or upper(bl.valid) > ${today()}::date)`,
    href: (key) => `/line/line-management/${key}`,
  },
  {
    label: "预设人员",
    blocking: false,
    select: (keys) =>
      sql`select pp.bus_uuid as used, person_uuid as key, p.name || ' ' || p.job_number as title, p.org_id from person_preset pp join person p using (person_uuid) where pp.bus_uuid = any(${keys}) and p.deleted_at is null`,
    href: (key) => `/personnel/personnel-management/${key}`,
  },
  {
    label: "只适用于它的电子围栏",
    blocking: true,
    select: (keys) => fencesFor(keys, sql`not ${othersIn(keys)}`),
    href: fenceUrl,
  },
  {
    label: "适用的电子围栏",
    blocking: false,
    select: (keys) => fencesFor(keys, othersIn(keys)),
    href: fenceUrl,
  },
];

const fencesFor = (keys: readonly string[], which: RawBuilder<unknown>) =>
  sql`select bus.bus_uuid as used, f.fence_uuid as key, f.fence_name as title, f.org_id from bus join fence f on bus.bus_uuid = any(f.bus_uuids)
    where bus.bus_uuid = any(${keys}) and f.deleted_at is null and not f.scope_all and ${which}`;

/** Whom a fence holds for once these buses are gone: another bus or a line. */
const othersIn = (keys: readonly string[]) => sql`(
  exists (select from bus other where other.bus_uuid = any(f.bus_uuids) and other.bus_uuid <> all(${keys}) and other.deleted_at is null)
  or exists (select from line where line.line_uuid = any(f.line_uuids) and line.deleted_at is null))`;

function fenceUrl(key: string) {
  return `/electronic-fence/electronic-fence-management/${key}`;
}
