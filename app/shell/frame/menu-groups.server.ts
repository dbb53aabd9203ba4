import { resourceHref, whyClosed } from "~/kit/data/access/home.server";
import type { ResourceNode } from "~/kit/data/access/menu.server";
import { keepByObject } from "~/kit/ground/keep-by-object";
import { iconNames, type IconName } from "~/kit/page/forms/icon-names";
import type { MenuGroup } from "../shell-data";

/** The menu as the sidebar shows it, with the screen at `active` marked; the same each time. */
export function menuGroups(menu: ResourceNode[], active: string | undefined): MenuGroup[] {
  const known = groupsOf(menu).get(active) ?? makeGroups(menu, active);
  groupsOf(menu).set(active, known);
  return known;
}

const groupsOf = keepByObject((_menu: ResourceNode[]) => new Map<string | undefined, MenuGroup[]>());

function makeGroups(menu: ResourceNode[], active: string | undefined): MenuGroup[] {
  return menu.flatMap((node) => {
    const items = (node.type === "menu" ? flat(node.children) : [node]).flatMap((item) => {
      const [href, closed] = [resourceHref(item), whyClosed(item)];
      const external = item.type === "link" || undefined;
      if (!href && !closed) return [];
      return [{ title: item.title, href: href ?? "", active: item.path === active, external, closed }];
    });
    return items.length > 0 ? [{ title: node.title, icon: iconOf(node.icon), items }] : [];
  });
}

/** The menu shows two levels; deeper ones are listed under the first. */
function flat(nodes: ResourceNode[]): ResourceNode[] {
  return nodes.flatMap((node) => [
    ...(node.type === "menu" ? [] : [node]),
    ...flat(node.children.filter((child) => child.type !== "button")),
  ]);
}

export function iconOf(name: string | null): IconName {
  return iconNames.find((known) => known === name) ?? "screen";
}
