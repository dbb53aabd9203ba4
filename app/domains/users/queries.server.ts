export { failuresOf, resetPassword, unlockUser } from "./account.server";
export { createUser, createUserWithoutPassword } from "./new-user.server";
export { noteOnUser } from "./note.server";
export { offerPersons, personChoices, personsOf, roleAuthTree, rolesOfUser, userTree } from "./selectors.server";
export { takeSecondFactor } from "./second-factor.server";
export { endSessions } from "./sessions.server";
export { findUser, isAccountFree, userSource } from "./source.server";
export { changeUser, deleteUsers, requireOwnOrganisation, refuseChief, restoreUser, updateUser } from "./users.server";
export { userUses } from "./uses.server";
