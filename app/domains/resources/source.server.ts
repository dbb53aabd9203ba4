import { sql } from "kysely";
import { allows, type Viewer } from "~/kit/data/access/viewer";
import { db } from "~/kit/data/db/pool.server";
import { problem } from "~/kit/ground/problem";
import { defineRecords } from "~/kit/room/served.server";
import { listAllRows, findRow } from "~/kit/room/source.server";
import type { Reference } from "~/kit/room/uses.server";
import type { TreeRecord } from "~/kit/page/trees/place.server";
import { treeOf } from "~/kit/page/trees/tree";
import { type ResourceRow, resourceRoom } from "./room";
import { deepestLevel, type ResourceNode } from "./schema";

export const resourcePlaces: TreeRecord = {
  table: "resource",
  key: "resourceId",
  parent: "pid",
  deepest: deepestLevel,
  noun: "资源",
};

interface Filters {
  keyword?: string;
  appId?: string;
  pid?: string;
}

/** A resource stands among its siblings by its number, then its key, as in the menu. */
export const resourceSource = defineRecords<ResourceRow, Filters>(resourceRoom, {
  table: "resource",
  unique: { resource_name_living: { path: "resourceName", message: "这个应用中已有此资源标识" } },
  more: sql`resource.pid, resource.app_id, module.module_name,
    (select count(*) from role_resource rr join role using (role_id) where rr.resource_id = resource.resource_id and role.deleted_at is null) as role_count`,
  joins: sql`left join module using (module_id)`,
  filters: {
    keyword: (term) =>
      sql`strpos(lower(concat_ws(' ', resource.title, resource.resource_name, resource.permission_code, resource.path)), ${term.toLowerCase()}) > 0`,
    appId: (key) => sql`resource.app_id = ${key}`,
    pid: (key) => sql`resource.pid = ${key}`,
  },
  order: ["resourceSort", "resourceName", "title", "updatedAt"],
});

export const references: Reference[] = [
  {
    label: "下级资源",
    blocking: true,
    select: (keys) =>
      sql`select pid as used, resource_id as key, title, null as org_id from resource where pid = any(${keys}) and resource_id <> all(${keys}) and deleted_at is null`,
    href: (key) => `/system/resource/${key}`,
  },
  {
    label: "角色",
    blocking: true,
    select: (keys) =>
      sql`select rr.resource_id as used, role_id as key, role.role_name as title, null as org_id from role_resource rr join role using (role_id) where rr.resource_id = any(${keys}) and role.deleted_at is null`,
    href: (key) => `/system/role/${key}`,
  },
];

export const findResource = (viewer: Viewer, resourceId: string) => findRow(resourceSource, viewer, resourceId);

export async function resourceTree(viewer: Viewer, { appId }: { appId?: string }): Promise<ResourceNode[]> {
  return treeOf(await listAllRows(resourceSource, viewer, { appId }), { id: "resourceId", pid: "pid" });
}

/** The resources that a role holds, or, without one, those that the viewer's own permissions reach. */
export async function authorisedResources(
  viewer: Viewer,
  { roleId, appId }: { roleId?: string; appId?: string },
): Promise<ResourceRow[]> {
  const all = await listAllRows(resourceSource, viewer, { appId });
  const held = roleId ? await heldByRole(roleId) : undefined;
  return all.filter(({ resourceId, permissionCode, enabled }) =>
    held ? held.has(resourceId) : enabled && permissionCode !== null && allows(viewer, permissionCode),
  );
}

async function heldByRole(roleId: string): Promise<Set<string>> {
  const found = await sql<{
    keys: string[];
  }>`select array(select resource_id::text from role_resource where role_id = r.role_id) as keys from role r where r.role_id = ${roleId} and r.deleted_at is null`.execute(
    db(),
  );
  const [role] = found.rows;
  if (!role) throw problem.missing("角色");
  return new Set(role.keys);
}
