import type { z } from "zod";
import type { Bulk } from "~/kit/room/bulk.server";
import { may } from "./policy";
import { deleteVariants, variantUses } from "./queries.server";
import { variantRoom } from "./room";
import type { VariantFilters, VariantRow } from "./schema";
import { variantSource } from "./source.server";
import { variantTable } from "./table";

/** Many variants can be deleted at once; nothing of them is the same for many. */
export const variantBulk: Bulk<VariantRow, typeof VariantFilters, z.ZodObject> = {
  room: variantRoom,
  may,
  table: variantTable,
  // Made anew each time: its figures are as of today.
  get source() {
    return variantSource() as never;
  },
  uses: variantUses,
  remove: deleteVariants,
};
