import { sql } from "kysely";
import { allows, type Viewer } from "~/kit/data/access/viewer";
import { db } from "~/kit/data/db/pool.server";
import type { RecordTable } from "~/kit/data/db/records.server";
import { problem } from "~/kit/ground/problem";
import { allOf, findOf, isoTime, listOf, ordered, type Kept } from "~/kit/room/source.server";
import { type Reference, usesOf } from "~/kit/room/uses.server";
import type { ListState } from "~/kit/page/tables/select-page.server";
import type { TreeRecord } from "~/kit/page/trees/place.server";
import { treeOf } from "~/kit/page/trees/tree";
import { deepestLevel, type ResourceFilters, type ResourceNode, type ResourceRow } from "./schema";

export const resourceRecord: RecordTable = {
  table: "resource",
  key: "resourceId",
  room: "resources",
  noun: "资源",
  unique: { resource_name_living: { path: "resourceName", message: "这个应用中已有此资源标识" } },
};

export const resourcePlaces: TreeRecord = {
  table: "resource",
  key: "resourceId",
  parent: "pid",
  deepest: deepestLevel,
  noun: "资源",
};

/** A resource stands among its siblings by its number, then its key, as in the menu. */
export const resourceSource: Kept<ResourceRow, ResourceFilters> = {
  kept: resourceRecord,
  select: sql`resource.resource_id, resource.pid, resource.app_id, resource.module_id, module.module_name, resource.type, resource.resource_name, resource.title, resource.permission_code,
    resource.path, resource.icon, resource.is_home, resource.no_cache, resource.resource_sort, resource.enabled, resource.version,
    ${isoTime(sql`resource.updated_at`)} as updated_at,
    (select count(*) from role_resource rr join role using (role_id) where rr.resource_id = resource.resource_id and role.deleted_at is null) as role_count`,
  joins: sql`left join module using (module_id)`,
  where: ({ keyword, appId, type, pid }) => [
    ...(keyword
      ? [
          sql`strpos(lower(concat_ws(' ', resource.title, resource.resource_name, resource.permission_code, resource.path)), ${keyword.toLowerCase()}) > 0`,
        ]
      : []),
    ...(appId ? [sql`resource.app_id = ${appId}`] : []),
    ...(type ? [sql`resource.type = ${type}`] : []),
    ...(pid ? [sql`resource.pid = ${pid}`] : []),
  ],
  order: ordered("resource", "resourceSort", "resourceName", "title", "updatedAt"),
};

/** What stops a delete. */
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

export const listResources = (viewer: Viewer, state: ListState<ResourceFilters>) =>
  listOf(resourceSource, viewer, state);
export const allResources = (viewer: Viewer, filters: ResourceFilters) => allOf(resourceSource, viewer, filters);
export const findResource = (viewer: Viewer, resourceId: string) => findOf(resourceSource, viewer, resourceId);
export const resourceUses = (viewer: Viewer, keys: string[]) => usesOf(viewer, references, keys);

/** The resources of one app, or of all, as a tree. */
export async function resourceTree(viewer: Viewer, { appId }: { appId?: string }): Promise<ResourceNode[]> {
  return treeOf(await allResources(viewer, { appId }), { id: "resourceId", pid: "pid" });
}

/** The resources that a role holds, or, without one, those that the viewer's own permissions reach. */
export async function authorisedResources(
  viewer: Viewer,
  { roleId, appId }: { roleId?: string; appId?: string },
): Promise<ResourceRow[]> {
  const all = await allResources(viewer, { appId });
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
