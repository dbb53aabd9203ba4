import { sql } from "kysely";
import { inScope } from "~/kit/data/access/scope.server";
import type { Viewer } from "~/kit/data/access/viewer";
import { db, type Database } from "~/kit/data/db/pool.server";
import { problem } from "~/kit/ground/problem";

/** What a person may pass on: what they hold themselves. Read before a change, so that nobody widens it by the change itself. */
export interface Reach {
  viewer: Viewer;
  held: string[];
  /** Every organisation below one of theirs is theirs too, so that 本机构及下级 gives no more than they have. */
  closed: boolean;
}

export async function reachOf(on: Database, viewer: Viewer): Promise<Reach> {
  const scope = viewer.orgScope === "all" ? [] : viewer.orgScope;
  const found = await sql<{ held: string[]; closed: boolean }>`
    select array(select distinct rr.resource_id::text from user_role ur join role r using (role_id) join role_resource rr using (role_id)
        where ur.user_id = ${viewer.userId} and r.enabled and r.deleted_at is null) as held,
      not exists (select from organisation where org_pid = any(${scope}) and org_id <> all(${scope}) and deleted_at is null) as closed`.execute(
    on,
  );
  return { viewer, ...found.rows[0]! };
}

/** A resource that not everybody has anyway: a menu without a code opens nothing by itself. */
const isPower = sql`(res.type <> 'menu' or res.permission_code is not null)`;

interface RoleBeyond {
  roleId: string;
  roleName: string;
  /** Titles of what the role gives and the person does not hold, at most five. */
  resources: string[];
  scope: boolean;
  /** People outside the person's organisations have the role. */
  heldOutside: boolean;
}

async function measured(
  on: Database,
  { viewer, held, closed }: Reach,
  roleIds: readonly string[],
): Promise<RoleBeyond[]> {
  if (viewer.isSuper) return [];
  const limited = sql<boolean>`${viewer.orgScope !== "all"}::boolean`;
  const scope = viewer.orgScope === "all" ? [] : viewer.orgScope;
  const found = await sql<RoleBeyond>`
    select role.role_id, role.role_name,
      array(select res.title from role_resource rr join resource res using (resource_id)
        where rr.role_id = role.role_id and res.deleted_at is null and ${isPower} and res.resource_id <> all(${held}) order by res.title limit 5) as resources,
      ${limited} and case role.data_scope when 'all' then true when 'own-below' then not ${closed}::boolean when 'chosen' then not role.org_ids <@ ${scope}::text[] else false end as scope,
      exists (select from user_role ur join app_user u using (user_id)
        where ur.role_id = role.role_id and u.deleted_at is null and ${inScope(viewer, sql`u.org_id`)} is not true) as held_outside
    from role where role.role_id = any(${[...roleIds]}) order by role.role_name`.execute(on);
  return found.rows;
}

const isBeyond = ({ resources, scope }: RoleBeyond) => resources.length > 0 || scope;

/** The roles among these that give what the person does not hold: not theirs to give, take, change or delete. */
export async function rolesBeyond(
  on: Database,
  reach: Reach,
  roleIds: readonly string[],
): Promise<{ roleId: string; roleName: string }[]> {
  return (await measured(on, reach, roleIds)).filter(isBeyond);
}

/** Whether the person may change a role: within their reach, and held by nobody outside their organisations. */
export async function isChangeable(viewer: Viewer, roleId: string): Promise<boolean> {
  const [role] = await measured(db(), await reachOf(db(), viewer), [roleId]);
  return !role || (!isBeyond(role) && !role.heldOutside);
}

export async function isGiveable(viewer: Viewer, roleId: string): Promise<boolean> {
  return (await rolesBeyond(db(), await reachOf(db(), viewer), [roleId])).length === 0;
}

export async function refuseUnchangeable(on: Database, reach: Reach, roleIds: readonly string[]): Promise<void> {
  for (const role of await measured(on, reach, roleIds)) {
    if (isBeyond(role)) throw problem.forbidden(`角色“${role.roleName}”的权限或数据范围超出您自己的，不能由您修改`);
    if (role.heldOutside)
      throw problem.forbidden(`角色“${role.roleName}”还授予了您机构范围以外的用户，不能由您修改；可以另建一个角色`);
  }
}

/** After a change: refuses it where the role now goes beyond what the person held before. */
export async function refuseWidened(on: Database, reach: Reach, roleId: string): Promise<void> {
  const [role] = await measured(on, reach, [roleId]);
  if (role?.scope) throw problem.field("dataScope", "数据范围不能超出您自己的，请改选较小的范围");
  if (role && role.resources.length > 0)
    throw problem.field("resourceIds", `您自己没有这些资源，不能授予：${role.resources.join("、")}`);
}

/** Refuses to hand the person what a user holds and they do not: by a new password, or by letting the user in again or elsewhere. */
export async function refuseStronger(on: Database, viewer: Viewer, userId: string): Promise<void> {
  const roles = await sql<{ roleId: string }>`
    with own as (select role_id from user_role join role using (role_id) where user_id = ${userId} and enabled and deleted_at is null)
    select role_id from own where exists (select from own join role_resource using (role_id))`.execute(on);
  const [strong] = await rolesBeyond(
    on,
    await reachOf(on, viewer),
    roles.rows.map((role) => role.roleId),
  );
  if (strong)
    throw problem.forbidden(`此用户的角色“${strong.roleName}”超出您自己的权限或数据范围，请由权限更大的管理员操作`);
}

/** Refuses people whom the person may not manage: gone, outside their organisations, or super users. */
export async function refuseUnreachable(on: Database, viewer: Viewer, userIds: readonly string[]): Promise<void> {
  const found = await sql<{ isSuper: boolean }>`
    select is_super from app_user where user_id = any(${[...userIds]}) and deleted_at is null and ${inScope(viewer, sql`org_id`)} order by user_id for update`.execute(
    on,
  );
  if (found.rows.length < new Set(userIds).size) throw problem.missing("用户");
  if (!viewer.isSuper && found.rows.some((user) => user.isSuper)) throw problem.forbidden("超级用户只能由超级用户管理");
}

/** Who holds which role, and who is a super user, changes one after the other: two changes at once cannot undo what each checked. */
export async function lockAccess(on: Database): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('access'))`.execute(on);
}
