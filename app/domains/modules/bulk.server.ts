import type { z } from "zod";
import type { Bulk } from "~/kernel/rooms/bulk.server";
import { may } from "./policy";
import { deleteModules, moduleSource, moduleUses } from "./queries.server";
import { moduleRoom } from "./room";
import type { ModuleFilters, ModuleRow } from "./schema";
import { moduleTable } from "./table";

/** What may be done to many of them at once. */
export const moduleBulk: Bulk<ModuleRow, typeof ModuleFilters, z.ZodObject> = { room: moduleRoom, may, table: moduleTable, source: moduleSource, uses: moduleUses, remove: deleteModules };
