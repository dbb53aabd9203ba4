import { sql } from "kysely";
import { asTree, type MenuEntry, menuEntries, type ResourceNode } from "~/kit/data/access/menu.server";
import type { SessionState } from "~/kit/data/access/session.server";
import { db } from "~/kit/data/db/pool.server";
import { staticNavigation } from "./navigation.server";
import type { StoredTab } from "./tabs.server";

interface Stored {
  tabs: StoredTab[];
  /** Paths. */
  shortcuts: string[];
  parameters: Record<string, string>;
}

/** What the frame of every page needs of a session, and some parameters: one trip to the database, because it is made for each page. */
export async function frameRows(
  session: Extract<SessionState, { state: "live" }>,
  appCode: string | null,
  parameterNames: readonly string[],
): Promise<Stored & { menu: ResourceNode[] }> {
  const { sessionId } = session.viewer;
  const fixed = staticNavigation(session);
  const found = await sql<Stored & { entries: string }>`
    select
      ${fixed ? sql`null` : menuEntries(session.viewer, appCode)}::text as entries,
      (select coalesce(json_agg(json_build_object('path', path, 'href', href, 'title', title, 'position', position, 'stack', stack) order by position, path), '[]')
        from session_tab where session_id = ${sessionId}) as tabs,
      (select coalesce(array_agg(path order by position, path), '{}') from session_shortcut where session_id = ${sessionId}) as shortcuts,
      (select coalesce(json_object_agg(param_name, param_value), '{}') from parameter where param_name = any(${[...parameterNames]}) and deleted_at is null) as parameters`.execute(
    db(),
  );
  const { entries, ...stored } = found.rows[0]!;
  return { ...stored, menu: fixed ?? treeOf(entries) };
}

/** The trees of the menus last shown, by what they are made of: people of the same roles share one. */
const trees = new Map<string, ResourceNode[]>();
const mostTrees = 100;

function treeOf(entries: string): ResourceNode[] {
  const tree = trees.get(entries) ?? asTree(JSON.parse(entries) as MenuEntry[]);
  trees.delete(entries);
  trees.set(entries, tree);
  if (trees.size > mostTrees) trees.delete(trees.keys().next().value!);
  return tree;
}
