import { type RawBuilder, sql } from "kysely";
import type { Viewer } from "./viewer";

/** The SQL condition that an organisation column lies within what the viewer may see. */
export function inScope(viewer: Pick<Viewer, "orgScope">, column: RawBuilder<unknown>): RawBuilder<boolean> {
  return viewer.orgScope === "all" ? sql<boolean>`true` : sql<boolean>`${column} = any(${viewer.orgScope})`;
}

export function within(viewer: Pick<Viewer, "orgScope">, orgId: string): boolean {
  return viewer.orgScope === "all" || viewer.orgScope.includes(orgId);
}
