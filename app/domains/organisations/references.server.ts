import { sql } from "kysely";
import { allows, type Viewer } from "~/kit/data/access/viewer";
import { inScope } from "~/kit/data/access/scope.server";
import { db } from "~/kit/data/db/pool.server";
import { type Belonging, listBelongings } from "~/kit/room/registry";
import type { Reference } from "~/kit/room/uses.server";

/** What stops an organisation's delete, and the roles whose reach names it. */
export const organisationReferences = (): Reference[] => [
  {
    label: "下级机构",
    blocking: true,
    select: (keys) =>
      sql`select org_pid as used, org_id as key, org_name as title, org_id from organisation where org_pid = any(${keys}) and deleted_at is null and org_id <> all(${keys})`,
    href: (key) => `/org/organization/${key}`,
  },
  ...listBelongings().map((belonging): Reference => ({
    label: belonging.label,
    blocking: true,
    select: (keys) =>
      sql`select org_id as used, ${sql.ref(belonging.key)} as key, ${titleOf(belonging)} as title, org_id from ${sql.table(belonging.table)} where org_id = any(${keys}) and deleted_at is null`,
    href: (key) => `${belonging.url}/${key}`,
  })),
  {
    label: "数据范围选了它的角色",
    blocking: false,
    select: (keys) =>
      sql`select used, role_id as key, role_name as title, null as org_id from role, unnest(org_ids) as used where used = any(${keys}) and deleted_at is null`,
    href: (key) => `/system/role/${key}`,
  },
];

const titleOf = ({ named: [name, code] }: Belonging) =>
  code ? sql`${sql.ref(name!)} || '（' || ${sql.ref(code)} || '）'` : sql.ref(name!);

/** How many records of each kind belong to an organisation itself, with the list of them where the viewer may open it, and with all below it that the viewer may see. */
export async function belongingsOf(
  viewer: Viewer,
  orgId: string,
): Promise<{ label: string; own: number; all: number; href: string | null }[]> {
  const all = listBelongings();
  const counts = all.map(
    ({ table }, at) =>
      sql`select ${sql.lit(at)} as at, count(*) filter (where org_id = ${orgId}) as own, count(*) as total from ${sql.table(table)} where org_id in (select org_id from below) and deleted_at is null`,
  );
  const found = await sql<{ at: number; own: number; total: number }>`
    with recursive below as (
      select org_id, 1 as level from organisation where org_id = ${orgId}
      union all select o.org_id, below.level + 1 from organisation o join below on o.org_pid = below.org_id where o.deleted_at is null and below.level < 50 and ${inScope(viewer, sql`o.org_id`)}
    ) ${sql.join(counts, sql` union all `)}`.execute(db());
  return all.map(({ label, url, read }, at) => {
    const { own = 0, total = 0 } = found.rows.find((row) => row.at === at) ?? {};
    return { label, own, all: total, href: allows(viewer, read) ? `${url}?orgId=${orgId}` : null };
  });
}
