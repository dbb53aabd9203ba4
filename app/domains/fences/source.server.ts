import { sql } from "kysely";
import type { RecordTable } from "~/kit/data/db/records.server";
import { isoTime, ordered, type Kept } from "~/kit/room/source.server";
import type { Reference } from "~/kit/room/uses.server";
import { holdsPoint } from "./holds-point.server";
import type { FenceFilters, FenceRow } from "./schema";

export const fenceRecord: RecordTable = {
  table: "fence",
  key: "fenceUuid",
  room: "fences",
  noun: "电子围栏",
  searched: ["fenceName", "fenceNum"],
  derived: ["bounds"],
  lists: ["timeWindows"],
  unique: { fence_num_living: { path: "fenceNum", message: "围栏编号已被使用" } },
};

export const fenceSource: Kept<FenceRow, FenceFilters> = {
  kept: fenceRecord,
  select: sql`fence.fence_uuid, fence_num, fence_name, shape, use_type, fence.org_id, organisation.org_name, owner_type, owner_uuid,
    case owner_type when 'parking' then (select parking_name from depot where parking_uuid = owner_uuid) when 'line' then (select line_name from line where line_uuid = owner_uuid)
      when 'station' then (select sta_name from station where sta_uuid = owner_uuid) end as owner_name,
    fence.lng, fence.lat, radius, coords, width, rule_type, limit_speed, stop_minutes, time_windows, weekdays, begin_date, end_date, scope_all, bus_uuids, line_uuids,
    colour, enabled, fence.remark, fence.version, ${isoTime(sql`fence.updated_at`)} as updated_at,
    (select count(*) from waiting_area where waiting_area.fence_uuid = fence.fence_uuid and waiting_area.deleted_at is null) as waiting_areas`,
  joins: sql`join organisation using (org_id)`,
  from: sql`fence join organisation using (org_id)`,
  where: ({ useType, shape, ruleType, enabled, orgId, ownerUuid, lng, lat }) => [
    ...(useType !== undefined ? [sql`fence.use_type = ${useType}`] : []),
    ...(shape !== undefined ? [sql`fence.shape = ${shape}`] : []),
    ...(ruleType !== undefined ? [sql`fence.rule_type = ${ruleType}`] : []),
    ...(enabled !== undefined ? [sql`fence.enabled = ${enabled === "1"}`] : []),
    ...(orgId ? [sql`fence.org_id = ${orgId}`] : []),
    ...(ownerUuid ? [sql`fence.owner_uuid = ${ownerUuid}`] : []),
    ...(lng !== undefined && lat !== undefined ? [holdsPoint(lng, lat)] : []),
  ],
  order: {
    ...ordered("fence", "fenceNum", "fenceName", "useType", "shape", "ruleType", "enabled", "updatedAt"),
    orgName: sql`organisation.org_name`,
  },
  scope: sql`fence.org_id`,
};

/** A fence's waiting areas lie in it: it cannot go before them. */
export const fenceReferences: Reference[] = [
  {
    label: "待车区",
    blocking: true,
    select: (keys) =>
      sql`select fence_uuid as used, wait_uuid as key, wait_name as title, fence.org_id from waiting_area join fence using (fence_uuid) where fence_uuid = any(${keys}) and waiting_area.deleted_at is null`,
    href: (key) => `/electronic-fence/waiting-area/${key}`,
  },
];
