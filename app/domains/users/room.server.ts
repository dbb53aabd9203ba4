import { organisationChoices } from "~/domains/organisations/queries.server";
import { roleTree } from "~/domains/roles/queries.server";
import { allows } from "~/kit/data/access/viewer";
import { serve } from "~/kit/room/served.server";
import { treeChoices } from "~/kit/page/trees/tree";
import { userApi } from "./api.server";
import { changeUser, createUser, deleteUsers, restoreUser, updateUser, userSource } from "./queries.server";
import { type UserRow, userRoom, userTable } from "./room";

export const users = serve<UserRow>({
  room: userRoom,
  table: userTable,
  source: userSource,
  verbs: { create: createUser, update: updateUser, remove: deleteUsers, restore: restoreUser, change: changeUser },
  mayChange: (viewer, user) => {
    const reachable = viewer.isSuper || !user.isSuper;
    return {
      write: reachable && allows(viewer, userRoom.may.write),
      remove: reachable && allows(viewer, userRoom.may.remove) && viewer.userId !== user.userId,
    };
  },
  detail: (user) => [user.userAccount, user.orgName].filter(Boolean).join(" "),
  choices: async (viewer) => {
    const [orgId, roles] = await Promise.all([organisationChoices(viewer), roleTree(viewer)]);
    return { orgId, roleId: treeChoices(roles, (role) => role.roleName) };
  },
  calls: (served) => [userApi(served)],
});
