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
  const found = await sql<{
    entries: MenuEntry[];
  }>`select ${menuEntries(viewer, appCode, onlyRoles)} as entries`.execute(db());
  return asTree(found.rows[0]!.entries);
}

/** The entries of that menu as one JSON value, for a statement that asks for more than them; the viewer's facts may be its columns. */
export const menuEntries = (viewer: Asking, appCode: unknown, onlyRoles?: string[]) =>
  permittedResources(viewer, appCode, ["menu", "page", "link"], onlyRoles);

type Asking = { [fact in keyof Pick<Viewer, "userId" | "isSuper">]: unknown };

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
  const found = await sql<{
    entries: MenuEntry[];
  }>`select ${permittedResources(viewer, appCode, ["button"])} as entries`.execute(db());
  return found.rows[0]!.entries.filter((row) => row.permissionCode !== null).map(
    ({ resourceName, permissionCode, title }) => ({ resourceName, permissionCode: permissionCode as string, title }),
  );
}

function permittedResources(
  viewer: Asking,
  appCode: unknown,
  types: ResourceNode["type"][],
  onlyRoles?: string[],
): RawBuilder<unknown> {
  const named = onlyRoles && sql`(ur.role_id = any(${onlyRoles}) or r.role_name = any(${onlyRoles}))`;
  const heldRoles = sql`from user_role ur join role r using (role_id)`;
  const whole = named
    ? sql`not exists (select ${heldRoles} where ur.user_id = ${viewer.userId} and r.enabled and r.deleted_at is null and not ${named})`
    : sql`true`;
  return sql`(
    with permitted as (
      select distinct rr.resource_id ${heldRoles} join role_resource rr using (role_id)
      where ur.user_id = ${viewer.userId} and r.enabled and r.deleted_at is null and ${named ?? sql`true`}
    )
    select coalesce(json_agg(json_build_object('resourceId', res.resource_id, 'pid', res.pid, 'type', res.type, 'resourceName', res.resource_name, 'title', res.title, 'permissionCode', res.permission_code,
      'path', res.path, 'icon', res.icon, 'isHome', res.is_home, 'noCache', res.no_cache, 'resourceSort', res.resource_sort) order by res.resource_sort, res.resource_id), '[]')
    from resource res join app using (app_id)
    where res.type = any(${types}) and res.enabled and res.deleted_at is null and app.enabled and app.deleted_at is null
      and (${appCode}::text is null or app.app_code = ${appCode}::text)
      and ((${viewer.isSuper}::boolean and ${whole}) or res.type = 'menu' or res.resource_id in (select resource_id from permitted)))`;
}
