import { sql, type Transaction } from "kysely";
import { inScope, within } from "~/kit/data/access/scope.server";
import type { Viewer } from "~/kit/data/access/viewer";
import type { Database } from "~/kit/data/db/pool.server";
import type { DB } from "~/kit/data/db/tables";
import { problem } from "~/kit/ground/problem";

/** A limited administrator's users belong to one of their organisations. */
export async function requireOwnOrganisation(on: Database, viewer: Viewer, orgId: string | null): Promise<void> {
  if (orgId === null && viewer.orgScope === "all") return;
  const living =
    orgId &&
    (await on
      .selectFrom("organisation")
      .select("orgId")
      .where("orgId", "=", orgId)
      .where("deletedAt", "is", null)
      .executeTakeFirst());
  if (!living || !within(viewer, living.orgId)) throw problem.field("orgId", "请从您可管理的机构中选择");
}

export async function requireFreePerson(
  trx: Transaction<DB>,
  viewer: Viewer,
  personUuid: string | null,
  userId?: string,
): Promise<void> {
  if (personUuid === null) return;
  const found = await sql<{ isValid: boolean; taken: string | null }>`
    select is_valid, (select user_account from app_user u where u.person_uuid = person.person_uuid and u.deleted_at is null and u.user_id is distinct from ${userId ?? null}::text limit 1) as taken
    from person where person_uuid = ${personUuid} and deleted_at is null and ${inScope(viewer, sql`org_id`)}`.execute(
    trx,
  );
  const [person] = found.rows;
  if (!person?.isValid) throw problem.field("personUuid", "请从您可管理的有效人员中选择");
  if (person.taken) throw problem.field("personUuid", `此人员已关联账号 ${person.taken}`);
}
