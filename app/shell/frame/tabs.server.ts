import { sql } from "kysely";
import type { StoredTab } from "~/kit/data/access/framed.server";
import { db, inTransaction, plannedOnce } from "~/kit/data/db/pool.server";

export interface StackEntry {
  href: string;
  title: string;
}

export interface Visit {
  path: string;
  /** Where the person is now: the screen with its query, or a record page stacked on it. */
  href: string;
  screenTitle: string;
  pageTitle: string;
  noCache: boolean;
}

const mostTabs = 50;

export async function tabsOf(sessionId: string): Promise<StoredTab[]> {
  const rows = await db()
    .selectFrom("sessionTab")
    .select(["path", "href", "title", "position", "stack"])
    .where("sessionId", "=", sessionId)
    .orderBy("position")
    .orderBy("path")
    .execute();
  return rows as unknown as StoredTab[];
}

/** The levels of a tab after a visit: those above the page now shown stay, the page itself comes last. */
export function stackAfter(before: StackEntry[], visit: Visit): StackEntry[] {
  const here = pathOf(visit.href);
  const above = before.filter((entry) => here.startsWith(`${pathOf(entry.href)}/`));
  if (here !== visit.path && !above.some((entry) => pathOf(entry.href) === visit.path))
    above.unshift({ href: visit.path, title: visit.screenTitle });
  return [
    ...above,
    { href: visit.noCache ? here : visit.href, title: here === visit.path ? visit.screenTitle : visit.pageTitle },
  ];
}

/** Remembers that a session visited a page: one tab per screen, with the page's last query and the levels stacked on those it had `before`. */
export async function recordVisit(sessionId: string, visit: Visit, before: StackEntry[]): Promise<void> {
  const stack = stackAfter(before, visit);
  if (JSON.stringify(stack) === JSON.stringify(before)) return;
  await sql`${plannedOnce}
    insert into session_tab (session_id, path, href, title, stack, position)
    select ${sessionId}, ${visit.path}::text, ${stack.at(-1)!.href}, ${visit.screenTitle}, ${JSON.stringify(stack)}::jsonb, coalesce(max(position), 0) + 1
    from session_tab where session_id = ${sessionId}
    having count(*) < ${mostTabs} or bool_or(path = ${visit.path})
    on conflict (session_id, path) do update set href = excluded.href, title = excluded.title, stack = excluded.stack, visited_at = now()`.execute(
    db(),
  );
}

export async function closeTabs(
  sessionId: string,
  verb: "close" | "close-others" | "close-right",
  path: string,
  kept: string,
): Promise<void> {
  const tabs = await tabsOf(sessionId);
  const place = tabs.findIndex((tab) => tab.path === path);
  if (place < 0) return;
  const doomed = {
    close: (_: StoredTab, i: number) => i === place,
    "close-others": (_: StoredTab, i: number) => i !== place,
    "close-right": (_: StoredTab, i: number) => i > place,
  }[verb];
  const paths = tabs.filter((tab, i) => doomed(tab, i) && tab.path !== kept).map((tab) => tab.path);
  if (paths.length > 0)
    await db().deleteFrom("sessionTab").where("sessionId", "=", sessionId).where("path", "in", paths).execute();
}

/** Where closing a tab leads: for the active one to the next, else the last, else the root; otherwise nowhere. */
export function pathAfterClosing(
  tabs: Pick<StoredTab, "path" | "href">[],
  path: string,
  active: string,
): string | undefined {
  if (path !== active) return undefined;
  const place = tabs.findIndex((tab) => tab.path === path);
  const rest = tabs.filter((tab) => tab.path !== path);
  return (rest[place] ?? rest.at(-1))?.href ?? "/";
}

/** Puts a tab at a place of the bar, from 0; the home tab has place 0 and keeps it. */
export async function moveTab(sessionId: string, path: string, to: number, home: string): Promise<void> {
  if (path === home) return;
  await inTransaction(async (trx) => {
    const rows = await sql<{
      path: string;
    }>`select path from session_tab where session_id = ${sessionId} and path <> ${home} order by position, path for update`.execute(
      trx,
    );
    const paths = rows.rows.map((row) => row.path);
    if (!paths.includes(path)) return;
    const rest = paths.filter((known) => known !== path);
    rest.splice(Math.max(0, Math.min(to - 1, rest.length)), 0, path);
    await sql`update session_tab t set position = o.place from unnest(${rest}::text[]) with ordinality as o(path, place) where t.session_id = ${sessionId} and t.path = o.path`.execute(
      trx,
    );
  });
}

const pathOf = (href: string) => href.split("?")[0]!;
