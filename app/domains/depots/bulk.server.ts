import { within } from "~/kit/data/access/scope.server";
import { problem } from "~/kit/ground/problem";
import type { Bulk } from "~/kit/room/bulk.server";
import { may } from "./policy";
import { deleteDepots, depotSource, depotUses } from "./queries.server";
import { depotRoom } from "./room";
import { DepotBulk, type DepotFilters, type DepotRow } from "./schema";
import { depotTable } from "./table";

/** What may be done to many depots at once. */
export const depotBulk: Bulk<DepotRow, typeof DepotFilters, typeof DepotBulk> = {
  room: depotRoom,
  may,
  table: depotTable,
  source: depotSource,
  edit: DepotBulk,
  async check(viewer, { orgId }) {
    if (orgId && !within(viewer, orgId)) throw problem.field("orgId", "请从您的机构范围内选择所属机构");
  },
  uses: depotUses,
  remove: deleteDepots,
};
