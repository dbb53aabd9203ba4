import { sql } from "kysely";
import { organisationTree } from "~/domains/organisations/queries.server";
import { inScope } from "~/kit/data/access/scope.server";
import type { Viewer } from "~/kit/data/access/viewer";
import { db } from "~/kit/data/db/pool.server";
import type { Choice } from "~/kit/page/forms/field";
import type { TickNode } from "~/kit/page/trees/tick-tree";
import { type TreeNode, treeOf } from "~/kit/page/trees/tree";
import { getRoleAuth } from "./members.server";
import { reachOf, rolesBeyond } from "./reach.server";
import { allRoles } from "./roles.server";
import type { RoleRow } from "./room";

/** All roles as a tree of boxes for a user, those they have in `keys`; a role beyond the viewer's reach can be neither given nor taken. */
export async function roleTicks(viewer: Viewer, userId: string) {
  const [{ roleIds, version }, roles] = await Promise.all([getRoleAuth(viewer, userId), allRoles(viewer)]);
  const beyond = new Set(
    (
      await rolesBeyond(
        db(),
        await reachOf(db(), viewer),
        roles.map((role) => role.roleId),
      )
    ).map((role) => role.roleId),
  );
  const note = ({ roleId, enabled }: RoleRow) =>
    [!enabled && "已停用", beyond.has(roleId) && "超出您自己的权限"].filter(Boolean).join("，");
  const ticks = (nodes: TreeNode<RoleRow>[]): TickNode[] =>
    nodes.map((node) => ({
      id: node.roleId,
      label: node.roleName,
      note: note(node),
      disabled: beyond.has(node.roleId),
      children: ticks(node.children),
    }));
  return { tree: ticks(treeOf(roles, { id: "roleId", pid: "parentId" })), keys: roleIds, version };
}

export async function giveableRoles(viewer: Viewer): Promise<Choice[]> {
  const roles = (await allRoles(viewer)).filter(({ enabled }) => enabled);
  const keys = roles.map(({ roleId }) => roleId);
  const beyond = new Set((await rolesBeyond(db(), await reachOf(db(), viewer), keys)).map(({ roleId }) => roleId));
  return roles
    .filter(({ roleId }) => !beyond.has(roleId))
    .map(({ roleId, roleName }) => ({ value: roleId, label: roleName }));
}

interface UserTick {
  userId: string;
  orgId: string | null;
  title: string;
  isSuper: boolean;
}

export async function userTicks(viewer: Viewer): Promise<TickNode[]> {
  const [organisations, users] = await Promise.all([
    organisationTree(viewer),
    sql<UserTick>`select user_id, org_id, user_name || '（' || user_account || '）' as title, is_super from app_user
      where deleted_at is null and ${inScope(viewer, sql`org_id`)} order by user_account`.execute(db()),
  ]);
  const usersOf = (orgId: string | null): TickNode[] =>
    users.rows
      .filter((user) => user.orgId === orgId)
      .map((user) => ({
        id: user.userId,
        label: user.title,
        note: user.isSuper ? "超级用户" : undefined,
        disabled: user.isSuper && !viewer.isSuper,
        children: [],
      }));
  const node = ({ orgId, orgName, children }: (typeof organisations)[number]): TickNode => ({
    id: orgId,
    label: orgName,
    heading: true,
    children: [...children.map(node), ...usersOf(orgId)],
  });
  const nowhere = usersOf(null);
  return [
    ...organisations.map(node),
    ...(nowhere.length > 0 ? [{ id: "none", label: "没有机构", heading: true, children: nowhere }] : []),
  ];
}
