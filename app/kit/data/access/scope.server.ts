import { type RawBuilder, sql } from "kysely";
import { db, plannedOnce } from "~/kit/data/db/pool.server";
import { outside } from "./outside";
import type { Viewer } from "./viewer";

/** The SQL condition that an organisation column lies within what the viewer may see. */
export function inScope(viewer: Pick<Viewer, "orgScope">, column: RawBuilder<unknown>): RawBuilder<boolean> {
  return viewer.orgScope === "all" ? sql<boolean>`true` : sql<boolean>`${column} = any(${viewer.orgScope})`;
}

/** A column of a record whose organisation may be another's: hidden where the viewer's organisations do not reach it. */
export function shownWithin(
  viewer: Pick<Viewer, "orgScope">,
  org: RawBuilder<unknown>,
  column: RawBuilder<unknown>,
): RawBuilder<unknown> {
  return viewer.orgScope === "all"
    ? column
    : sql`case when ${org} is null or ${inScope(viewer, org)} then ${column} else ${outside} end`;
}

/** A key to compare with, where the record that it names lies within the viewer's organisations. */
export const keyWithin = (viewer: Pick<Viewer, "orgScope">, table: string, key: string, value: string) =>
  viewer.orgScope === "all"
    ? sql`${value}`
    : sql`(select ${sql.ref(key)} from ${sql.table(table)} where ${sql.ref(key)} = ${value} and ${inScope(viewer, sql`org_id`)})`;

export function within(viewer: Pick<Viewer, "orgScope">, orgId: string): boolean {
  return viewer.orgScope === "all" || viewer.orgScope.includes(orgId);
}

export async function organisationsInScope(userId: string): Promise<string[]> {
  const found = await sql<{ orgId: string }>`${plannedOnce}
    with recursive scope as (
      select u.org_id, r.data_scope from app_user u join user_role using (user_id) join role r using (role_id)
      where u.user_id = ${userId} and r.enabled and r.deleted_at is null and r.data_scope in ('own', 'own-below') and u.org_id is not null
      union
      select o.org_id, s.data_scope from scope s join organisation o on o.org_pid = s.org_id
      where s.data_scope = 'own-below' and o.deleted_at is null
    )
    select org_id from scope
    union
    select unnest(r.org_ids) from user_role ur join role r using (role_id)
    where ur.user_id = ${userId} and r.enabled and r.deleted_at is null and r.data_scope = 'chosen'`.execute(db());
  return found.rows.map((row) => row.orgId);
}
