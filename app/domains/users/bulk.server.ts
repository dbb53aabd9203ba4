import { db } from "~/kit/data/db/pool.server";
import { bulkOf } from "~/kit/room/bulk.server";
import { requireOwnOrganisation, userUses } from "./queries.server";
import { users } from "./room.server";
import { UserBulk } from "./schema";

/** What may be done to many users at once: to each only what may be done to them alone. */
export const userBulk: ReturnType<typeof bulkOf> = {
  ...bulkOf(users),
  edit: UserBulk,
  async check(viewer, { orgId }) {
    if (orgId !== undefined) await requireOwnOrganisation(db(), viewer, orgId as string | null);
  },
  uses: userUses,
};
