import type { Transaction } from "kysely";
import { isDeepStrictEqual } from "node:util";
import { requireFreshPassword } from "~/kit/data/access/fresh-password.server";
import { recordSecurityEvent } from "~/kit/data/access/security-events.server";
import type { Viewer } from "~/kit/data/access/viewer";
import type { DB } from "~/kit/data/db/tables";
import { type RoleRow, roleRoom, type RoleValues } from "./room";

const rightsOf = ["dataScope", "orgIds", "enabled", "secondFactor"] as const;

/** Of a change that gives a role's people more or less than before: asks for a fresh password, and says it among the security events. */
export async function noteRights(
  trx: Transaction<DB>,
  viewer: Viewer,
  role: RoleRow,
  changes: Partial<RoleValues>,
): Promise<void> {
  const changed = rightsOf.filter((name) => name in changes && !isDeepStrictEqual(changes[name], role[name]));
  if (changed.length === 0) return;
  requireFreshPassword(viewer);
  const labels = changed.map((name) => roleRoom.words.labels[name]).join("、");
  await recordSecurityEvent(trx, viewer, "roles-changed", `角色 ${role.roleName}：修改${labels}`);
}
