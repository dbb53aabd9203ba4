import { sql } from "kysely";
import { requireFreshPassword } from "~/kit/data/access/fresh-password.server";
import { recordSecurityEvent } from "~/kit/data/access/security-events.server";
import type { Viewer } from "~/kit/data/access/viewer";
import { recordChange } from "~/kit/data/db/history.server";
import { db, type Database, inTransaction } from "~/kit/data/db/pool.server";
import { problem } from "~/kit/ground/problem";
import { lockRows } from "~/kit/room/source.server";
import { setVersion, staleSet } from "~/kit/page/trees/set-version.server";
import type { TickNode } from "~/kit/page/trees/tick-tree";
import { type TreeNode, treeOf, treeRows, withParents } from "~/kit/page/trees/tree";
import { reachOf, type Reach, refuseUnchangeable, refuseWidened } from "./reach.server";
import { findRole, roleSource } from "./roles.server";
import type { RoleRow } from "./room";

interface Resource {
  resourceId: string;
  pid: string | null;
  appId: string;
  appName: string;
  type: string;
  title: string;
  permissionCode: string | null;
  enabled: boolean;
}

export async function getResourceAuth(viewer: Viewer, roleId: string) {
  if (!(await findRole(viewer, roleId))) throw problem.missing("角色");
  const resourceIds = await resourcesOf(db(), roleId);
  return { roleId, resourceIds, version: setVersion(resourceIds) };
}

/** Makes a role give exactly these resources with all above them; only what the viewer holds can be added. */
export async function setResourceAuth(
  viewer: Viewer,
  sent: { roleId: string; resourceIds: string[]; version?: number },
) {
  const { roleId } = sent;
  await inTransaction(async (trx) => {
    const [role] = await lockRows<RoleRow>(trx, roleSource, viewer, [roleId]);
    const reach = await reachOf(trx, viewer);
    await refuseUnchangeable(trx, reach, [roleId]);
    const before = await resourcesOf(trx, roleId);
    const all = await livingResources(trx);
    const known = new Map(all.map((resource) => [resource.resourceId, resource]));
    if (!sent.resourceIds.every((key) => known.has(key)))
      throw problem.field("resourceIds", "其中有不存在或已删除的资源，请刷新后重新勾选");
    const wanted = withPathsTo(all, reach, sent.resourceIds);
    const titles = new Map(all.map(({ resourceId, title }) => [resourceId, title]));
    if (sent.version !== undefined && sent.version !== setVersion(before))
      throw await staleSet(trx, {
        recordKey: roleId,
        notes: ["resourcesGiven", "resourcesTaken"],
        mine: wanted,
        theirs: before,
        titles,
      });
    const given = wanted.filter((key) => !before.includes(key));
    const taken = before.filter((key) => !wanted.includes(key));
    if (given.length + taken.length === 0) return;
    requireFreshPassword(viewer);
    if (taken.length > 0)
      await trx.deleteFrom("roleResource").where("roleId", "=", roleId).where("resourceId", "in", taken).execute();
    if (given.length > 0)
      await trx
        .insertInto("roleResource")
        .values(given.map((resourceId) => ({ roleId, resourceId })))
        .execute();
    await refuseWidened(trx, reach, roleId);
    const inTree = treeRows(inTreeOf(all)).map(({ node }) => node);
    const named = (keys: string[]) => inTree.filter(({ id }) => keys.includes(id)).map(({ title }) => title);
    const after = {
      ...(given.length > 0 && { resourcesGiven: named(given) }),
      ...(taken.length > 0 && { resourcesTaken: named(taken) }),
    };
    await recordChange(trx, viewer, { room: "roles", key: roleId, action: "update", version: role!.version, after });
    await recordSecurityEvent(
      trx,
      viewer,
      "roles-changed",
      `角色 ${role!.roleName} 的权限：增加 ${given.length} 项，去掉 ${taken.length} 项`,
    );
  });
  return getResourceAuth(viewer, roleId);
}

/** Every resource as boxes to tick, under its app; what the viewer does not hold cannot be ticked. */
export async function resourceTicks(viewer: Viewer): Promise<TickNode[]> {
  const [all, reach] = await Promise.all([livingResources(db()), reachOf(db(), viewer)]);
  const held = new Set(reach.held);
  const ticks = (nodes: TreeNode<Resource>[]): TickNode[] =>
    nodes.map((node) => ({
      id: node.id,
      label: node.title,
      note: noteOf(node),
      disabled: !isGiveable(viewer, held, node),
      children: ticks(node.children),
    }));
  const apps = new Map(all.map(({ appId, appName }) => [appId, appName]));
  return [...apps].map(([appId, appName]) => ({
    id: appId,
    label: appName,
    note: "应用",
    children: ticks(
      treeOf(
        all.filter((one) => one.appId === appId),
        { id: "resourceId", pid: "pid" },
      ),
    ),
  }));
}

const kinds: Record<string, string> = { menu: "菜单", page: "页面", button: "按钮", link: "外链" };
const noteOf = ({ type, enabled }: Resource) => [kinds[type], !enabled && "已停用"].filter(Boolean).join(" ");

/** Who has a page's button has the page and the menus above it, as far as the viewer may give them. */
function withPathsTo(all: Resource[], { viewer, held }: Reach, keys: string[]): string[] {
  const mine = new Set(held);
  const sent = new Set(keys);
  const known = new Map(all.map((resource) => [resource.resourceId, resource]));
  return withParents(inTreeOf(all), keys).filter((key) => sent.has(key) || isGiveable(viewer, mine, known.get(key)!));
}

const inTreeOf = (all: Resource[]) => treeOf(all, { id: "resourceId", pid: "pid" });

const isGiveable = (viewer: Viewer, held: ReadonlySet<string>, { resourceId, type, permissionCode }: Resource) =>
  viewer.isSuper || held.has(resourceId) || (type === "menu" && permissionCode === null);

async function livingResources(on: Database): Promise<Resource[]> {
  const found = await sql<Resource>`
    select res.resource_id, res.pid, res.app_id, app.app_name, res.type, res.title, res.permission_code, res.enabled
    from resource res join app using (app_id) where res.deleted_at is null and app.deleted_at is null
    order by app.sort, app.app_code, res.resource_sort, res.resource_id`.execute(on);
  return found.rows;
}

async function resourcesOf(on: Database, roleId: string): Promise<string[]> {
  const found = await sql<{ resourceId: string }>`
    select rr.resource_id from role_resource rr join resource res using (resource_id) join app using (app_id)
    where rr.role_id = ${roleId} and res.deleted_at is null and app.deleted_at is null order by rr.resource_id`.execute(
    on,
  );
  return found.rows.map((row) => row.resourceId);
}
