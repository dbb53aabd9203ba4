import { type RawBuilder, sql } from "kysely";

/** The keys of an organisation and all below it, as a subquery: `org_id in ${orgAndBelow(orgId)}`. */
export const orgAndBelow = (orgId: string): RawBuilder<unknown> => sql`(
  with recursive below as (
    select org_id from organisation where org_id = ${orgId}
    union select o.org_id from organisation o join below on o.org_pid = below.org_id where o.deleted_at is null
  ) select org_id from below)`;
