import { keepByObject } from "~/kit/ground/keep-by-object";
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
  const address = URL.canParse(node.path) ? node.path : onExternalBase(node.path);
  return address && /^https?:/.test(address) ? address : undefined;
}

/** Why a link of the menu leads nowhere; undefined where it does. */
export function whyClosed(node: Pick<ResourceNode, "type" | "path">): string | undefined {
  if (node.type !== "link" || !node.path || URL.canParse(node.path) || resourceHref(node)) return undefined;
  return "没有设置外部地址，请联系管理员";
}

/** Relative to the base with all of its path, whether the path begins with a slash or not. */
function onExternalBase(path: string): string | undefined {
  const base = settings().EXTERNAL_BASE_URL;
  return base && new URL(path.replace(/^\/+/, ""), base.replace(/\/*$/, "/")).href;
}

export const pagesOf: (menu: ResourceNode[]) => ResourceNode[] = keepByObject((menu) =>
  menu.flatMap((node) =>
    node.type === "page" && node.path ? [node, ...pagesOf(node.children)] : pagesOf(node.children),
  ),
);
