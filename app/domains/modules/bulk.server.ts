import type { Bulk } from "~/kit/room/bulk.server";
import { may } from "./policy";
import { changeModule, deleteModules, moduleSource, moduleUses } from "./queries.server";
import { moduleRoom } from "./room";
import { ModuleBulk, type ModuleFilters, type ModuleRow } from "./schema";
import { moduleTable } from "./table";

/** What may be done to many of them at once. */
export const moduleBulk: Bulk<ModuleRow, typeof ModuleFilters, typeof ModuleBulk> = {
  room: moduleRoom,
  may,
  table: moduleTable,
  source: moduleSource,
  edit: ModuleBulk,
  changeOne: changeModule,
  uses: moduleUses,
  remove: deleteModules,
};
