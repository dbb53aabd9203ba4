import { sql } from "kysely";
import type { Reference } from "~/kit/room/uses.server";

/** A user or bus naming the person as its own stops a delete; a preset line does not: it returns with the person. */
export const personReferences: Reference[] = [
  {
    label: "用户",
    blocking: true,
    select: (keys) =>
      sql`select person_uuid as used, user_id as key, user_account || ' ' || user_name as title, org_id from app_user where person_uuid = any(${keys}) and deleted_at is null`,
    href: (key) => `/system/user/${key}`,
  },
  {
    label: "固定驾驶的车辆",
    blocking: true,
    select: (keys) =>
      sql`select fixed_driver as used, bus_uuid as key, bus_self_code || ' ' || plate_num as title, org_id from bus where fixed_driver = any(${keys}) and deleted_at is null`,
    href: (key) => `/bus/bus-management/${key}`,
  },
  {
    label: "预设车辆",
    blocking: false,
    select: (keys) =>
      sql`select person_uuid as used, bus_uuid as key, bus_self_code || ' ' || plate_num as title, org_id from person_preset join bus using (bus_uuid) where person_uuid = any(${keys}) and deleted_at is null`,
    href: (key) => `/bus/bus-management/${key}`,
  },
];
