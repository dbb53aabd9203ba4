export { createRoleLike } from "./copy.server";
export { getRoleAuth, getUserAuth, setRoleAuth, setUserAuth } from "./members.server";
export { hideForeignUsers } from "./members-history.server";
export { isChangeable, isGiveable, lockAccess, refuseStronger, refuseUnreachable } from "./reach.server";
export { getResourceAuth, resourceTicks, setResourceAuth } from "./resources.server";
export {
  allRoles,
  changeRole,
  createRole,
  deleteRoles,
  findRole,
  countHolders,
  restoreRole,
  roleReferences,
  roleSource,
  roleTree,
  updateRole,
} from "./roles.server";
export { giveableRoles, roleTicks, userTicks } from "./ticks.server";
