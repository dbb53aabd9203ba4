import { z } from "zod";
import { getRoleAuth, setRoleAuth } from "~/domains/roles/queries.server";
import { RoleAuth, RoleAuthSet } from "~/domains/roles/schema";
import { api, endpoint } from "~/kit/page/http/api.server";
import { roomCalls } from "~/kit/room/calls.server";
import type { ServedRoom } from "~/kit/room/served.server";
import {
  createUser,
  isAccountFree,
  personChoices,
  personsOf,
  resetPassword,
  roleAuthTree,
  rolesOfUser,
  unlockUser,
  userTree,
} from "./queries.server";
import { type UserRow, userRoom } from "./room";
import {
  AccountCheck,
  NewPassword,
  NewUser,
  PersonChoice,
  PersonOfOrganisation,
  PersonQuery,
  PersonSearch,
  RoleOfUser,
  RoleTick,
  UserKey,
  UserNode,
  UserUpdate,
} from "./schema";

const { may } = userRoom;

export const userApi = (served: ServedRoom<UserRow>) =>
  api("/api/user/v1.0", {
    ...roomCalls(served, { update: UserUpdate }),
    add: endpoint(may.write, userRoom.Add, NewUser, createUser),
    validUserAccount: endpoint(may.read, AccountCheck, z.boolean(), isAccountFree),
    unLockUser: endpoint(may.password, UserKey, z.null(), async (viewer, { userId }) => {
      await unlockUser(viewer, userId);
      return null;
    }),
    resetPassword: endpoint(may.password, UserKey, NewPassword, (viewer, { userId }) => resetPassword(viewer, userId)),
    getRoleAuth: endpoint(may.read, UserKey, RoleAuth, (viewer, { userId }) => getRoleAuth(viewer, userId)),
    setRoleAuth: endpoint(may.authorise, RoleAuthSet, RoleAuth, setRoleAuth),
    getUserRoles: endpoint(may.read, UserKey, z.array(RoleOfUser), (viewer, { userId }) => rolesOfUser(viewer, userId)),
    getRoleAuthTree: endpoint(may.read, UserKey, z.array(RoleTick), (viewer, { userId }) =>
      roleAuthTree(viewer, userId),
    ),
    getPersonList: endpoint(may.read, PersonQuery, z.array(PersonOfOrganisation), personsOf),
    personSelector: endpoint(may.read, PersonSearch, z.array(PersonChoice), personChoices),
    userTree: endpoint(may.read, z.object({}), z.array(UserNode), (viewer) => userTree(viewer)),
  });
