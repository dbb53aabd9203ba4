import { sql, type Transaction } from "kysely";
import { requireFreshPassword } from "~/kit/data/access/fresh-password.server";
import { allows, type Viewer } from "~/kit/data/access/viewer";
import type { DB } from "~/kit/data/db/tables";
import { problem } from "~/kit/ground/problem";
import type { ResourceRow } from "./room";

/*
 * Nobody gains rights through this room. A new resource, or a copy, is held by no role, so its code gives nothing until a
 * role takes it, where nobody can give what they do not hold. What roles do hold keeps its code, and comes back to life
 * only by the hand of someone who has the code already.
 */

/** Throws where a change would give its new code to those whose roles hold the resource. */
export async function refuseOtherCode(trx: Transaction<DB>, current: ResourceRow, code: string | null): Promise<void> {
  if (code === current.permissionCode) return;
  const role = await findHolder(trx, current.resourceId);
  if (role)
    throw problem.field("permissionCode", `角色“${role}”已有此资源，换权限码会改变他们的权限：请新增资源，再重新授权`);
}

/** Before a resource that roles hold comes back to life or is switched off: who brings it back has its code, and their password is fresh. */
export async function refuseSwitching(
  trx: Transaction<DB>,
  viewer: Viewer,
  { resourceId, permissionCode }: ResourceRow,
  on: boolean,
): Promise<void> {
  const role = permissionCode === null ? undefined : await findHolder(trx, resourceId);
  if (permissionCode === null || role === undefined) return;
  if (on && !allows(viewer, permissionCode))
    throw problem.field("enabled", `角色“${role}”会因此得到权限 ${permissionCode}，您没有这个权限，不能启用`);
  requireFreshPassword(viewer);
}

/** A role that holds the resource, deleted ones too: they may come back. */
async function findHolder(trx: Transaction<DB>, resourceId: string): Promise<string | undefined> {
  const found = await sql<{
    roleName: string;
  }>`select role_name from role_resource join role using (role_id) where resource_id = ${resourceId} order by role.deleted_at nulls first limit 1`.execute(
    trx,
  );
  return found.rows[0]?.roleName;
}
