import { type RawBuilder, sql } from "kysely";
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
