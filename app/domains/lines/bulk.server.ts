import { requireOrganisation } from "~/kit/data/access/organisation.server";
import { inTransaction } from "~/kit/data/db/pool.server";
import type { Bulk } from "~/kit/room/bulk.server";
import { may } from "./policy";
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
  check: (viewer, { orgId }) =>
    inTransaction(async (trx) => void (orgId && (await requireOrganisation(trx, viewer, orgId)))),
  uses: lineUses,
  remove: deleteLines,
};
