import { z } from "zod";
import { api, endpoint } from "~/kit/page/http/api.server";
import { plainCalls } from "~/kit/room/calls.server";
import { may } from "./policy";
import {
  allRoles,
  createRole,
  deleteRoles,
  getResourceAuth,
  getUserAuth,
  listRoles,
  roleTree,
  setResourceAuth,
  setUserAuth,
  updateRole,
} from "./queries.server";
import {
  ResourceAuth,
  ResourceAuthSet,
  RoleAdd,
  RoleDelete,
  RoleKey,
  RoleNode,
  RoleRow,
  RoleUpdate,
  UserAuth,
  UserAuthSet,
} from "./schema";
import { roleTable } from "./table";

export const roleApi = api("/api/role/v1.0", {
  ...plainCalls(
    { may, table: roleTable, key: "roleId", row: RoleRow, add: RoleAdd, update: RoleUpdate, remove: RoleDelete },
    { list: listRoles, all: allRoles, create: createRole, update: updateRole, remove: deleteRoles },
  ),
  roleTree: endpoint(may.read, z.object({}), z.array(RoleNode), (viewer) => roleTree(viewer)),
  getUserAuth: endpoint(may.read, RoleKey, UserAuth, (viewer, { roleId }) => getUserAuth(viewer, roleId)),
  setUserAuth: endpoint(may.authorise, UserAuthSet, UserAuth, setUserAuth),
  getResourceAuth: endpoint(may.read, RoleKey, ResourceAuth, (viewer, { roleId }) => getResourceAuth(viewer, roleId)),
  setResourceAuth: endpoint(may.authorise, ResourceAuthSet, ResourceAuth, setResourceAuth),
});
