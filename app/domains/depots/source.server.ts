import { sql } from "kysely";
import type { RecordTable } from "~/kit/data/db/records.server";
import { isoTime, ordered, type Kept } from "~/kit/room/source.server";
import type { Reference } from "~/kit/room/uses.server";
import { foundIn } from "~/kit/data/search/found.server";
import type { DepotFilters, DepotRow } from "./schema";

export const depotRecord: RecordTable = {
  table: "depot",
  key: "parkingUuid",
  room: "depots",
  noun: "场站",
  searched: ["parkingName", "parkingNum"],
  unique: { depot_num_living: { path: "parkingNum", message: "场站编号已被使用" } },
};

export const depotSource: Kept<DepotRow, DepotFilters> = {
  kept: depotRecord,
  select: sql`depot.parking_uuid, parking_num, parking_name, parking_type, level, depot.org_id, organisation.org_name, depot.lng, depot.lat, outline, depot.address,
    land_area, bus_bays, chargers, repair_pits, depot.state, ownership, manager, depot.phone, depot.remark, depot.version, ${isoTime(sql`depot.updated_at`)} as updated_at,
    (select count(*) from bus where bus.parking_uuid = depot.parking_uuid and bus.deleted_at is null) as bus_count,
    (select count(*) from device where device.bind_uuid = depot.parking_uuid and device.deleted_at is null) as device_count,
    (select count(*) from fence where fence.owner_uuid = depot.parking_uuid and fence.deleted_at is null) as fence_count`,
  joins: sql`join organisation using (org_id)`,
  from: sql`depot join organisation using (org_id)`,
  where: ({ parkingNum, parkingType, state, orgId }) => [
    ...(parkingNum ? [foundIn("depot", parkingNum, ["parking_num"])] : []),
    ...(parkingType !== undefined ? [sql`depot.parking_type = ${parkingType}`] : []),
    ...(state !== undefined ? [sql`depot.state = ${state}`] : []),
    ...(orgId ? [sql`depot.org_id = ${orgId}`] : []),
  ],
  order: {
    ...ordered("depot", "parkingNum", "parkingName", "parkingType", "state", "busBays", "chargers", "updatedAt"),
    orgName: sql`organisation.org_name`,
  },
  scope: sql`depot.org_id`,
};

/** What a depot cannot go without being left by first. */
export const depotReferences: Reference[] = [
  {
    label: "停放车辆",
    blocking: true,
    select: (keys) =>
      sql`select parking_uuid as used, bus_uuid as key, bus_self_code || ' ' || plate_num as title, org_id from bus where parking_uuid = any(${keys}) and deleted_at is null`,
    href: (key) => `/bus/bus-management/${key}`,
  },
  {
    label: "设备",
    blocking: true,
    select: (keys) =>
      sql`select bind_uuid as used, dev_uuid as key, dev_self_code as title, null as org_id from device where bind_type = 'parking' and bind_uuid = any(${keys}) and deleted_at is null`,
    href: (key) => `/device/device-management/${key}`,
  },
  {
    label: "电子围栏",
    blocking: true,
    select: (keys) =>
      sql`select owner_uuid as used, fence_uuid as key, fence_name as title, org_id from fence where owner_type = 'parking' and owner_uuid = any(${keys}) and deleted_at is null`,
    href: (key) => `/electronic-fence/electronic-fence-management/${key}`,
  },
];
