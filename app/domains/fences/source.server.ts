import { sql } from "kysely";
import { keyWithin } from "~/kit/data/access/scope.server";
import { defineRecords } from "~/kit/room/served.server";
import type { Reference } from "~/kit/room/uses.server";
import { holdsPoint } from "./holds-point.server";
import { fenceRoom, type FenceRow } from "./room";

interface Filters {
  enabled?: boolean;
  ownerUuid?: string;
  lng?: number;
  lat?: number;
}

export const fenceSource = defineRecords<FenceRow, Filters>(fenceRoom, {
  table: "fence",
  searched: ["fenceName", "fenceNum"],
  codeOrder: true,
  derived: ["bounds"],
  lists: ["timeWindows"],
  unique: { fence_num_living: "fenceNum" },
  more: sql`(select count(*) from waiting_area where waiting_area.fence_uuid = fence.fence_uuid and waiting_area.deleted_at is null) as waiting_areas`,
  foreign: (mask) => sql`
    case owner_type when 'parking' then (select ${mask(sql`depot.org_id`, sql`parking_name`)} from depot where parking_uuid = owner_uuid)
      when 'line' then (select ${mask(sql`line.org_id`, sql`line_name`)} from line where line_uuid = owner_uuid)
      when 'station' then (select sta_name from station where sta_uuid = owner_uuid) end as owner_name`,
  filters: {
    enabled: (on) => sql`fence.enabled = ${on}`,
    ownerUuid: (owner, viewer) =>
      sql`fence.owner_uuid = ${owner} and (fence.owner_type = 'station' or ${owner} = ${keyWithin(viewer, "depot", "parking_uuid", owner)} or ${owner} = ${keyWithin(viewer, "line", "line_uuid", owner)})`,
  },
  where: ({ lng, lat }) => (lng !== undefined && lat !== undefined ? [holdsPoint(lng, lat)] : []),
  order: ["fenceNum", "fenceName", "useType", "shape", "ruleType", "enabled", "updatedAt"],
});

export const fenceReferences: Reference[] = [
  {
    label: "变更包",
    blocking: true,
    select: (
      keys,
    ) => sql`select i.record_key as used, p.package_uuid as key, p.package_name as title, p.org_id from change_item i join change_package p using (package_uuid)
      where i.kind = 'fence' and i.record_key = any(${keys}) and p.state in (0, 1) and p.deleted_at is null`,
    href: (key) => `/line/change-package/${key}`,
  },
];
