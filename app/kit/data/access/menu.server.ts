import { type RawBuilder, sql } from "kysely";
import { db } from "~/kit/data/db/pool.server";
import { groupBy } from "~/kit/ground/group-by";
import type { Viewer } from "./viewer";

export interface ResourceNode {
  resourceId: string;
  pid: string | null;
  type: "menu" | "page" | "button" | "link";
  resourceName: string;
  title: string;
  permissionCode: string | null;
  path: string | null;
  icon: string | null;
  isHome: boolean;
  noCache: boolean;
  resourceSort: number;
  children: ResourceNode[];
}

export type MenuEntry = Omit<ResourceNode, "children">;

/** The menu of a viewer as a tree (menus, pages, links), from the roles they hold, or the part of those that `onlyRoles` names by key or title (a super user's is whole where all that they hold are named); `appCode` limits it to one app. Menus without a visible page are left out, and so is what stands below a disabled one. */
export async function menuOf(viewer: Viewer, appCode: string | null, onlyRoles?: string[]): Promise<ResourceNode[]> {
  return asTree(await readEntries(viewer, appCode, ["menu", "page", "link"], onlyRoles));
}

export function asTree(entries: MenuEntry[]): ResourceNode[] {
  const byParent = groupBy(entries, ({ pid }) => pid);
  const below = (pid: string | null): ResourceNode[] =>
    (byParent.get(pid) ?? [])
      .map((entry) => ({ ...entry, children: below(entry.resourceId) }))
      .filter((node) => node.type !== "menu" || node.children.length > 0);
  return below(null);
}

export async function buttonsOf(
  viewer: Viewer,
  appCode: string | null,
): Promise<{ resourceName: string; permissionCode: string; title: string }[]> {
  const entries = await readEntries(viewer, appCode, ["button"]);
  return entries.flatMap(({ resourceName, permissionCode, title }) =>
    permissionCode === null ? [] : [{ resourceName, permissionCode, title }],
  );
}

async function readEntries(
  { userId, isSuper }: Viewer,
  appCode: string | null,
  types: ResourceNode["type"][],
  onlyRoles?: string[],
): Promise<MenuEntry[]> {
  const held = sql`r.role_id in (select role_id from user_role where user_id = ${userId}) and r.enabled and r.deleted_at is null`;
  const named = onlyRoles ? sql`(r.role_id = any(${onlyRoles}) or r.role_name = any(${onlyRoles}))` : sql`true`;
  const granted = {
    roles: sql`${held} and ${named}`,
    whole: sql`${isSuper} and not exists (select from role r where ${held} and not ${named})`,
  };
  const found = await sql<{ entries: MenuEntry[] }>`
    select ${permittedResources(granted, appCode, types)} as entries`.execute(db());
  return found.rows[0]!.entries;
}

/** The entries that the `roles` (a condition on a role `r`) open, or all of them where `whole` is true, as one JSON value. */
export function permittedResources(
  { roles, whole }: Record<"roles" | "whole", RawBuilder<unknown>>,
  appCode: string | null,
  types: ResourceNode["type"][],
): RawBuilder<MenuEntry[]> {
  return sql`(
    with permitted as (select distinct rr.resource_id from role r join role_resource rr using (role_id) where ${roles})
    select coalesce(json_agg(json_build_object('resourceId', res.resource_id, 'pid', res.pid, 'type', res.type, 'resourceName', res.resource_name, 'title', res.title, 'permissionCode', res.permission_code,
      'path', res.path, 'icon', res.icon, 'isHome', res.is_home, 'noCache', res.no_cache, 'resourceSort', res.resource_sort) order by res.resource_sort, res.resource_id), '[]')
    from resource res join app using (app_id)
    where res.type = any(${types}) and res.enabled and res.deleted_at is null and app.enabled and app.deleted_at is null
      and (${appCode}::text is null or app.app_code = ${appCode}::text)
      and ((${whole})::boolean or res.type = 'menu' or res.resource_id in (select resource_id from permitted)))`;
}
