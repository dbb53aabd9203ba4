import type { Transaction } from "kysely";
import type { DB } from "~/kit/data/db/tables";
import { problem } from "~/kit/ground/problem";
import { within } from "./scope.server";
import type { Viewer } from "./viewer";

/** Refuses, at the field `path`, an organisation that is gone or not the viewer's; it cannot be deleted until the transaction ends. */
export async function requireOrganisation(
  trx: Transaction<DB>,
  viewer: Viewer,
  orgId: string,
  path = "orgId",
): Promise<void> {
  const known = await trx
    .selectFrom("organisation")
    .select("orgId")
    .where("orgId", "=", orgId)
    .where("deletedAt", "is", null)
    .forKeyShare()
    .executeTakeFirst();
  if (!known || !within(viewer, orgId)) throw problem.field(path, "请从您可管理的机构中选择");
}
