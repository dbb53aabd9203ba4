export { getRoleAuth, getUserAuth, inSight, setRoleAuth, setUserAuth } from "./members.server";
export {
  isChangeable,
  isGiveable,
  lockAccess,
  reachOf,
  refuseStronger,
  refuseUnreachable,
  rolesBeyond,
} from "./reach.server";
export { getResourceAuth, resourceTicks, setResourceAuth } from "./resources.server";
export {
  allRoles,
  changeRole,
  createRole,
  deleteRoles,
  findRole,
  holders,
  listRoles,
  restoreRole,
  roleRecord,
  roleSource,
  roleTree,
  roleUses,
  updateRole,
} from "./roles.server";
export { roleTicks, userTicks } from "./ticks.server";
