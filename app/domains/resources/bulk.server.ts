import type { Bulk } from "~/kit/room/bulk.server";
import { may } from "./policy";
import { changeResource, deleteResources, resourceSource, resourceUses } from "./queries.server";
import { resourceRoom } from "./room";
import { ResourceBulk, type ResourceFilters, type ResourceRow } from "./schema";
import { resourceTable } from "./table";

/** What may be done to many resources at once: to each only what may be done to it alone. */
export const resourceBulk: Bulk<ResourceRow, typeof ResourceFilters, typeof ResourceBulk> = {
  room: resourceRoom,
  may,
  table: resourceTable,
  source: resourceSource,
  edit: ResourceBulk,
  changeOne: changeResource,
  uses: resourceUses,
  remove: deleteResources,
};
