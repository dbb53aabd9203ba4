import { db } from "~/kit/data/db/pool.server";
import type { Bulk } from "~/kit/room/bulk.server";
import { may } from "./policy";
import { changeUser, deleteUsers, organisationFits, userSource, userUses } from "./queries.server";
import { userRoom } from "./room";
import { UserBulk, type UserFilters, type UserRow } from "./schema";
import { userTable } from "./table";

/** What may be done to many users at once: to each only what may be done to them alone. */
export const userBulk: Bulk<UserRow, typeof UserFilters, typeof UserBulk> = {
  room: userRoom,
  may,
  table: userTable,
  source: userSource,
  edit: UserBulk,
  async check(viewer, { orgId }) {
    if (orgId !== undefined) await organisationFits(db(), viewer, orgId);
  },
  changeOne: changeUser,
  uses: userUses,
  remove: deleteUsers,
};
