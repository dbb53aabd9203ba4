import { type RawBuilder, sql } from "kysely";
import { db, plannedOnce } from "~/kit/data/db/pool.server";
import { settings } from "~/kit/ground/settings.server";
import { menuEntries } from "./menu.server";

/** What the frame of a page shows of a session, and what its person keeps of the list at the page's address. */
export interface Framed {
  /** The menu's entries as JSON; null where the menu is the static one. */
  entries: string | null;
  tabs: StoredTab[];
  shortcuts: string[];
  parameters: Record<string, string>;
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

export interface FrameAsked {
  path: string;
  /** Takes precedence over the session's own. */
  appCode: string | null;
}

const parameterNames = ["D009", "D008", "city_coord", "direction.reverse"];

/** That as columns of a statement that reads a session `s` of its user `u`: one trip to the database, because each page makes it. */
export function framedColumns({ path, appCode }: FrameAsked): RawBuilder<unknown> {
  const viewer = { userId: sql`u.user_id`, isSuper: sql`u.is_super` };
  const entries = settings().STATIC_ROUTER
    ? sql`null`
    : menuEntries(viewer, sql`coalesce(${appCode}::text, s.app_code)`);
  return sql`
    (${entries})::text as entries,
    (select coalesce(json_agg(json_build_object('path', path, 'href', href, 'title', title, 'position', position, 'stack', stack) order by position, path), '[]')
      from session_tab t where t.session_id = s.session_id) as tabs,
    u.shortcuts,
    (select coalesce(json_object_agg(param_name, param_value), '{}') from parameter where param_name = any(${parameterNames}) and deleted_at is null) as parameters,
    (select columns from list_view v where v.user_id = u.user_id and list = ${path}) as columns,
    (select coalesce(json_agg(json_build_object('filterId', filter_id, 'name', name, 'query', query) order by name), '[]')
      from saved_filter f where f.user_id = u.user_id and list = ${path}) as filters`;
}

export async function readFramed(sessionId: string, asked: FrameAsked): Promise<Framed> {
  const found = await sql<Framed>`${plannedOnce}
    select ${framedColumns(asked)} from session s join app_user u using (user_id) where s.session_id = ${sessionId}`.execute(
    db(),
  );
  return found.rows[0]!;
}
