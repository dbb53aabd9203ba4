import { sql } from "kysely";
import type { AgingRows } from "~/kit/data/db/old-rows.server";

/** Events of fences that have ended and began long ago. */
export const oldEvents: AgingRows = {
  table: "vehicle_event",
  months: "FENCE_EVENT_MONTHS",
  where: (before) => sql`began_at < ${before} and ended_at is not null`,
};
