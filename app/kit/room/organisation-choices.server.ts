import { sql } from "kysely";
import { inScope } from "~/kit/data/access/scope.server";
import type { Viewer } from "~/kit/data/access/viewer";
import { db } from "~/kit/data/db/pool.server";
import type { Choice } from "~/kit/page/forms/field";
import { treeChoices, treeOf } from "~/kit/page/trees/tree";

/** The living organisations within the viewer's scope for a select, branch after branch, each level further in; `without` leaves out a branch. */
export async function organisationChoices(viewer: Viewer, without?: string): Promise<Choice[]> {
  const rows = await db()
    .selectFrom("organisation")
    .select(["orgId", "orgPid", "orgName", "state"])
    .where("deletedAt", "is", null)
    .where(inScope(viewer, sql`org_id`))
    .orderBy("sort")
    .orderBy("orgCode")
    .orderBy("orgId")
    .execute();
  const shown = ({ orgName, state }: { orgName: string; state: number }) =>
    state === 1 ? orgName : `${orgName}（停用）`;
  return treeChoices(treeOf(rows, { id: "orgId", pid: "orgPid" }), shown, without);
}
