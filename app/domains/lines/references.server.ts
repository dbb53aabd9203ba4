import { sql } from "kysely";
import type { Reference } from "~/kit/room/uses.server";
import { today } from "~/kit/ground/time/today.server";

const notEnded = () => sql`(upper_inf(valid) or upper(valid) > ${today()}::date)`;

/** What would be left pointing at nothing if a line went: buses and persons that run on it today or later, fences and waiting areas that name it. */
export const lineReferences: Reference[] = [
  {
    label: "车辆",
    blocking: true,
    select: (
      keys,
    ) => sql`select line_uuid as used, bus_uuid as key, bus_self_code || ' ' || plate_num as title, org_id from bus_line join bus using (bus_uuid)
      where line_uuid = any(${keys}) and ${notEnded()} and deleted_at is null`,
    href: (key) => `/bus/bus-management/${key}/lines`,
  },
  {
    label: "人员",
    blocking: true,
    select: (
      keys,
    ) => sql`select line_uuid as used, person_uuid as key, name || ' ' || job_number as title, org_id from person_line join person using (person_uuid)
      where line_uuid = any(${keys}) and ${notEnded()} and deleted_at is null`,
    href: (key) => `/personnel/personnel-management/${key}`,
  },
  {
    label: "电子围栏",
    blocking: true,
    select: (
      keys,
    ) => sql`select named.line_uuid as used, fence_uuid as key, fence_name as title, org_id from unnest(${keys}::text[]) named(line_uuid)
      join fence on named.line_uuid = any(line_uuids) or (owner_type = 'line' and owner_uuid = named.line_uuid) where deleted_at is null`,
    href: (key) => `/electronic-fence/electronic-fence-management/${key}`,
  },
  {
    label: "待车区",
    blocking: true,
    select: (
      keys,
    ) => sql`select named.line_uuid as used, w.fence_uuid as key, wait_name as title, f.org_id from unnest(${keys}::text[]) named(line_uuid)
      join waiting_area w on named.line_uuid = any(w.line_uuids) join fence f using (fence_uuid) where w.deleted_at is null and f.deleted_at is null`,
    href: (key) => `/electronic-fence/electronic-fence-management/${key}`,
  },
];
