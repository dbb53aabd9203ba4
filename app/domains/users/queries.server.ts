export { failuresOf, resetPassword, unlockUser } from "./account.server";
export { noteOnUser } from "./note.server";
export { offerPersons, personChoices, personsOf, roleAuthTree, rolesOfUser, userTree } from "./selectors.server";
export { takeSecondFactor } from "./second-factor.server";
export { endSessions } from "./sessions.server";
export { findUser, isAccountFree, userSource } from "./source.server";
export { requireOwnOrganisation } from "./belonging.server";
export { changeUser, createUser, deleteUsers, refuseChief, restoreUser, updateUser } from "./users.server";
export { userUses } from "./uses.server";
