import type { Bulk } from "~/kit/room/bulk.server";
import { may } from "./policy";
import { changeParameter, deleteParameters, parameterSource, parameterUses } from "./queries.server";
import { parameterRoom } from "./room";
import { ParameterBulk, type ParameterFilters, type ParameterRow } from "./schema";
import { parameterTable } from "./table";

/** What may be done to many parameters at once; values are each one's own. */
export const parameterBulk: Bulk<ParameterRow, typeof ParameterFilters, typeof ParameterBulk> = {
  room: parameterRoom,
  may,
  table: parameterTable,
  source: parameterSource,
  edit: ParameterBulk,
  changeOne: changeParameter,
  uses: parameterUses,
  remove: deleteParameters,
};
