import { sql } from "kysely";
import { db } from "~/kernel/db/pool.server";
import type { StoredTab } from "./tabs.server";

export interface FrameRows {
  tabs: StoredTab[];
  /** Paths. */
  shortcuts: string[];
  parameters: Record<string, string>;
}

/** What the frame of every page needs of a session, and some parameters: one trip to the database, because it is made for each page. */
export async function frameRows(sessionId: string, parameterNames: readonly string[]): Promise<FrameRows> {
  const found = await sql<FrameRows>`
    select
      (select coalesce(json_agg(json_build_object('path', path, 'href', href, 'title', title, 'position', position, 'stack', stack) order by position, path), '[]')
        from session_tab where session_id = ${sessionId}) as tabs,
      (select coalesce(array_agg(path order by position, path), '{}') from session_shortcut where session_id = ${sessionId}) as shortcuts,
      (select coalesce(json_object_agg(param_name, param_value), '{}') from parameter where param_name = any(${[...parameterNames]}) and deleted_at is null) as parameters`.execute(db());
  return found.rows[0]!;
}
