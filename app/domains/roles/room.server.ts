import { z } from "zod";
import { allows } from "~/kit/data/access/viewer";
import { api, endpoint } from "~/kit/page/http/api.server";
import { roomCalls } from "~/kit/room/calls.server";
import { serve } from "~/kit/room/served.server";
import {
  changeRole,
  createRole,
  deleteRoles,
  getResourceAuth,
  getUserAuth,
  hideForeignUsers,
  isChangeable,
  restoreRole,
  roleReferences,
  roleSource,
  roleTree,
  setResourceAuth,
  setUserAuth,
  updateRole,
} from "./queries.server";
import { dataScopes, type RoleRow, roleRoom, roleTable } from "./room";
import { ResourceAuth, ResourceAuthSet, RoleKey, RoleNode, UserAuth, UserAuthSet } from "./schema";

const { may } = roleRoom;

export const roles = serve<RoleRow>({
  room: roleRoom,
  table: roleTable,
  source: roleSource,
  references: roleReferences,
  verbs: { create: createRole, update: updateRole, remove: deleteRoles, restore: restoreRole, change: changeRole },
  rewriteHistory: hideForeignUsers,
  mayChange: async (viewer, { roleId }) => {
    const changeable = await isChangeable(viewer, roleId);
    return {
      write: changeable && allows(viewer, may.write),
      remove: changeable && allows(viewer, may.remove),
    };
  },
  detail: (role) => (role.enabled ? "" : "已停用"),
  // Of many at once: chosen organisations are each role's own.
  choices: () => Promise.resolve({ dataScope: dataScopes.filter(({ value }) => value !== "chosen") }),
  calls: (served) => [
    api("/api/role/v1.0", {
      ...roomCalls(served),
      roleTree: endpoint(may.read, z.object({}), z.array(RoleNode), (viewer) => roleTree(viewer)),
      getUserAuth: endpoint(may.read, RoleKey, UserAuth, (viewer, { roleId }) => getUserAuth(viewer, roleId)),
      setUserAuth: endpoint(may.authorise, UserAuthSet, UserAuth, setUserAuth),
      getResourceAuth: endpoint(may.read, RoleKey, ResourceAuth, (viewer, { roleId }) =>
        getResourceAuth(viewer, roleId),
      ),
      setResourceAuth: endpoint(may.authorise, ResourceAuthSet, ResourceAuth, setResourceAuth),
    }),
  ],
});
