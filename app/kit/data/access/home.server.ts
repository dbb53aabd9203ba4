import { settings } from "~/kit/ground/settings.server";
import type { ResourceNode } from "./menu.server";

/** The page that a person starts on and whose tab stays: the first permitted route flagged home, else the portal. */
export function homePath(menu: ResourceNode[]): string {
  return pagesOf(menu).find((page) => page.isHome)?.path ?? "/homepage";
}

/** Where a resource of the menu leads: its page, or an address outside for links (on EXTERNAL_BASE_URL when relative). */
export function resourceHref(node: Pick<ResourceNode, "type" | "path">): string | undefined {
  if (!node.path) return undefined;
  if (node.type !== "link") return node.path;
  const base = settings().EXTERNAL_BASE_URL;
  const address = URL.canParse(node.path) ? node.path : base ? new URL(node.path, base).href : undefined;
  return address && /^https?:/.test(address) ? address : undefined;
}

export function pagesOf(menu: ResourceNode[]): ResourceNode[] {
  return menu.flatMap((node) =>
    node.type === "page" && node.path ? [node, ...pagesOf(node.children)] : pagesOf(node.children),
  );
}
