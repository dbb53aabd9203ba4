import { requireFreshPassword } from "~/kit/data/access/fresh-password.server";
import type { Viewer } from "~/kit/data/access/viewer";
import { db } from "~/kit/data/db/pool.server";
import { problem } from "~/kit/ground/problem";
import { reachOf, rolesBeyond } from "./reach.server";
import { getResourceAuth, setResourceAuth } from "./resources.server";
import { createRole, findRole } from "./roles.server";
import type { RoleRow, RoleValues } from "./room";

export async function createRoleLike(viewer: Viewer, values: RoleValues, copyFrom: string): Promise<RoleRow> {
  const [beyond] = await rolesBeyond(db(), await reachOf(db(), viewer), [copyFrom]);
  if (beyond) throw problem.field("copyFrom", `角色“${beyond.roleName}”超出您自己的权限，不能复制`);
  const { resourceIds } = await getResourceAuth(viewer, copyFrom);
  if (resourceIds.length > 0) requireFreshPassword(viewer);
  const role = await createRole(viewer, values);
  await setResourceAuth(viewer, { roleId: role.roleId, resourceIds });
  return (await findRole(viewer, role.roleId))!;
}
