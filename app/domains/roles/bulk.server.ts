import type { Bulk } from "~/kit/room/bulk.server";
import { may } from "./policy";
import { changeRole, deleteRoles, roleSource, roleUses } from "./queries.server";
import { roleRoom } from "./room";
import { RoleBulk, type RoleFilters, type RoleRow } from "./schema";
import { roleTable } from "./table";

/** What may be done to many roles at once: to each only what may be done to it alone. */
export const roleBulk: Bulk<RoleRow, typeof RoleFilters, typeof RoleBulk> = {
  room: roleRoom,
  may,
  table: roleTable,
  source: roleSource,
  edit: RoleBulk,
  changeOne: changeRole,
  uses: roleUses,
  remove: deleteRoles,
};
