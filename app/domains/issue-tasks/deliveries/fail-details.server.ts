import { sql } from "kysely";
import { db } from "~/kit/data/db/pool.server";
import { moveDetails } from "../move-details.server";

/** Ends tries that came to nothing, in words; the clock of rollouts lets those begin again whose task allows another. Answers the keys that failed. */
export const failDetails = (detailUuids: readonly string[], reason: string, actor: string): Promise<string[]> =>
  moveDetails(db(), detailUuids, {
    to: 3,
    from: [1],
    reason,
    actor,
    set: sql`last_error = ${reason}, result_time = now(), deadline = null`,
  });
