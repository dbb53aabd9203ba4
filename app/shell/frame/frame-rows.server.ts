import { type FrameAsked, type Framed, readFramed } from "~/kit/data/access/framed.server";
import { asTree, type MenuEntry, type ResourceNode } from "~/kit/data/access/menu.server";
import type { SessionState } from "~/kit/data/access/session.server";
import { staticNavigation } from "./navigation.server";

/** What the frame of a page shows of a session, as it was read with the session or else now. */
export async function frameRows(
  session: Extract<SessionState, { state: "live" }>,
  asked: FrameAsked,
): Promise<Framed & { menu: ResourceNode[] }> {
  const framed = session.framed ?? (await readFramed(session.viewer.sessionId, asked));
  return { ...framed, menu: staticNavigation(session) ?? treeOf(framed.entries ?? "[]") };
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
