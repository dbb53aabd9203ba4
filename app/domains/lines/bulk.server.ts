import { offerDepots } from "~/domains/depots/room.server";
import { inTransaction } from "~/kit/data/db/pool.server";
import type { Bulk } from "~/kit/room/bulk.server";
import { requireRelated } from "~/kit/room/relations.server";
import { lineRoom } from "./line-room";
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
  offers: { parkingUuid: offerDepots },
  check: (viewer, changes) => inTransaction((trx) => requireRelated(trx, viewer, lineRoom, changes)),
  uses: lineUses,
  remove: deleteLines,
  undone: true,
};
