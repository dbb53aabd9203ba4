import { offerDepots } from "~/domains/depots/room.server";
import { requireOrganisation } from "~/kit/data/access/organisation.server";
import { inTransaction } from "~/kit/data/db/pool.server";
import type { Bulk } from "~/kit/room/bulk.server";
import { may } from "./policy";
import { requireDepot } from "./lines.server";
import { deleteLines, lineSearch, lineUses } from "./queries.server";
import { LineBulk, type LineFilters, type LineRow } from "./schema";
import { lineTable } from "./table";
import { linesUrl } from "./urls";

export const lineBulk: Bulk<
  Pick<LineRow, "lineUuid" | "lineName" | "lineId" | "orgName">,
  typeof LineFilters,
  typeof LineBulk
> = {
  room: { noun: "线路", url: linesUrl, key: "lineUuid", nameOf: (line) => line.lineName },
  may,
  table: lineTable,
  source: lineSearch,
  edit: LineBulk,
  offers: { parkingUuid: offerDepots },
  check: (viewer, { orgId, parkingUuid }) =>
    inTransaction(async (trx) => {
      if (orgId) await requireOrganisation(trx, viewer, orgId);
      await requireDepot(trx, viewer, parkingUuid);
    }),
  uses: lineUses,
  remove: deleteLines,
};
