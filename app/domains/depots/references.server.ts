import { sql } from "kysely";
import { boundDevices } from "~/domains/devices/queries.server";
import type { Reference } from "~/kit/room/uses.server";

export const depotReferences: Reference[] = [
  {
    label: "以此为首末场站的线路",
    blocking: true,
    select: (keys) =>
      sql`select parking_uuid as used, line_uuid as key, line_name as title, org_id from line where parking_uuid = any(${keys}) and deleted_at is null`,
    href: (key) => `/line/line-management/${key}`,
  },
  boundDevices("parking"),
  {
    label: "电子围栏",
    blocking: true,
    select: (keys) =>
      sql`select owner_uuid as used, fence_uuid as key, fence_name as title, org_id from fence where owner_type = 'parking' and owner_uuid = any(${keys}) and deleted_at is null`,
    href: (key) => `/electronic-fence/electronic-fence-management/${key}`,
  },
];
