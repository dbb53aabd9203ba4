import { type RawBuilder, sql } from "kysely";
import { busRoom } from "~/domains/buses/room";
import { depotRoom } from "~/domains/depots/room";
import { may as fences } from "~/domains/fences/policy";
import { may as lines } from "~/domains/lines/policy";
import { personRoom } from "~/domains/persons/room";
import { userRoom } from "~/domains/users/room";
import { allows, type Viewer } from "~/kit/data/access/viewer";
import { inScope } from "~/kit/data/access/scope.server";
import { db } from "~/kit/data/db/pool.server";
import type { Reference } from "~/kit/room/uses.server";

interface Belonging {
  label: string;
  table: string;
  key: string;
  title: RawBuilder<unknown>;
  /** The list of such records; a record's page lies under it. */
  url: string;
  /** The permission that opens it. */
  read: string;
}

/** The records that belong to an organisation. */
const belongings: Belonging[] = [
  {
    label: "线路",
    table: "line",
    key: "line_uuid",
    title: sql`line_name`,
    url: "/line/line-management",
    read: lines.read,
  },
  {
    label: "车辆",
    table: "bus",
    key: "bus_uuid",
    title: sql`bus_self_code`,
    url: "/bus/bus-management",
    read: busRoom.may.read,
  },
  {
    label: "人员",
    table: "person",
    key: "person_uuid",
    title: sql`name || '（' || job_number || '）'`,
    url: "/personnel/personnel-management",
    read: personRoom.may.read,
  },
  {
    label: "场站",
    table: "depot",
    key: "parking_uuid",
    title: sql`parking_name`,
    url: "/parking/parking-management",
    read: depotRoom.may.read,
  },
  {
    label: "电子围栏",
    table: "fence",
    key: "fence_uuid",
    title: sql`fence_name`,
    url: "/electronic-fence/electronic-fence-management",
    read: fences.read,
  },
  {
    label: "用户",
    table: "app_user",
    key: "user_id",
    title: sql`user_name || '（' || user_account || '）'`,
    url: "/system/user",
    read: userRoom.may.read,
  },
];

/** What stops an organisation's delete, and the roles whose reach names it. */
export const organisationReferences: Reference[] = [
  {
    label: "下级机构",
    blocking: true,
    select: (keys) =>
      sql`select org_pid as used, org_id as key, org_name as title, org_id from organisation where org_pid = any(${keys}) and deleted_at is null and org_id <> all(${keys})`,
    href: (key) => `/org/organization/${key}`,
  },
  ...belongings.map(({ label, table, key, title, url }): Reference => ({
    label,
    blocking: true,
    select: (keys) =>
      sql`select org_id as used, ${sql.ref(key)} as key, ${title} as title, org_id from ${sql.table(table)} where org_id = any(${keys}) and deleted_at is null`,
    href: (one) => `${url}/${one}`,
  })),
  {
    label: "数据范围选了它的角色",
    blocking: false,
    select: (keys) =>
      sql`select used, role_id as key, role_name as title, null as org_id from role, unnest(org_ids) as used where used = any(${keys}) and deleted_at is null`,
    href: (key) => `/system/role/${key}`,
  },
];

/** How many records of each kind belong to an organisation itself, with the list of them where the viewer may open it, and with all below it that the viewer may see. */
export async function belongingsOf(
  viewer: Viewer,
  orgId: string,
): Promise<{ label: string; own: number; all: number; href: string | null }[]> {
  const counts = belongings.map(
    ({ table }, at) =>
      sql`select ${sql.lit(at)} as at, count(*) filter (where org_id = ${orgId}) as own, count(*) as total from ${sql.table(table)} where org_id in (select org_id from below) and deleted_at is null`,
  );
  const found = await sql<{ at: number; own: number; total: number }>`
    with recursive below as (
      select org_id, 1 as level from organisation where org_id = ${orgId}
      union all select o.org_id, below.level + 1 from organisation o join below on o.org_pid = below.org_id where o.deleted_at is null and below.level < 50 and ${inScope(viewer, sql`o.org_id`)}
    ) ${sql.join(counts, sql` union all `)}`.execute(db());
  return belongings.map(({ label, url, read }, at) => {
    const { own = 0, total = 0 } = found.rows.find((row) => row.at === at) ?? {};
    return { label, own, all: total, href: allows(viewer, read) ? `${url}?orgId=${orgId}` : null };
  });
}
