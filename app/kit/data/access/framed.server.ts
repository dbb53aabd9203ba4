import { type RawBuilder, sql } from "kysely";
import { parameterNamesOfPages } from "~/kit/data/db/parameters.server";
import { db, plannedOnce } from "~/kit/data/db/pool.server";

/** What the frame of a page shows of a session, and what its person keeps of the list at the page's address. */
export interface FrameOfSession {
  tabs: StoredTab[];
  shortcuts: string[];
  parameters: Record<string, string>;
  /** Those that were looked for. */
  parameterNames: string[];
  /** The columns chosen; null while they are the list's own. */
  columns: string[] | null;
  filters: { filterId: string; name: string; query: string }[];
}

export interface StoredTab {
  path: string;
  href: string;
  title: string;
  position: number;
  stack: { href: string; title: string }[];
}

/** That, for the page at `path`, as columns of a statement that reads a session `s` of its user `u`: one trip to the database, because each page makes it. */
export function framedColumns(path: string): RawBuilder<unknown> {
  const names = parameterNamesOfPages();
  return sql`
    (select coalesce(json_agg(json_build_object('path', path, 'href', href, 'title', title, 'position', position, 'stack', stack) order by position, path), '[]')
      from session_tab t where t.session_id = s.session_id) as tabs,
    u.shortcuts,
    (select coalesce(json_object_agg(param_name, param_value), '{}') from parameter where param_name = any(${names}) and deleted_at is null) as parameters,
    ${names}::text[] as parameter_names,
    (select columns from list_view v where v.user_id = u.user_id and list = ${path}) as columns,
    (select coalesce(json_agg(json_build_object('filterId', filter_id, 'name', name, 'query', query) order by name), '[]')
      from saved_filter f where f.user_id = u.user_id and list = ${path}) as filters`;
}

export async function readFramed(sessionId: string, path: string): Promise<FrameOfSession> {
  const found = await sql<FrameOfSession>`${plannedOnce}
    select ${framedColumns(path)} from session s join app_user u using (user_id) where s.session_id = ${sessionId}`.execute(
    db(),
  );
  return found.rows[0]!;
}
