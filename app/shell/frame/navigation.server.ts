import type { SessionState } from "~/kit/data/access/session.server";
import { homePath, pagesOf } from "~/kit/data/access/home.server";
import { menuOf, type ResourceNode } from "~/kit/data/access/menu.server";
import { settings } from "~/kit/ground/settings.server";
import { type StaticRoute, staticRoutes } from "~/menu";

type Live = Extract<SessionState, { state: "live" }>;

export interface TabScreen {
  path: string;
  title: string;
  icon: string | null;
  noCache: boolean;
}

const ownScreens: TabScreen[] = [
  { path: "/homepage", title: "门户首页", icon: "portal", noCache: false },
  { path: "/search", title: "搜索", icon: "search", noCache: false },
  { path: "/modify-password", title: "修改密码", icon: "password", noCache: true },
  { path: "/my-sessions", title: "我的登录", icon: "screen", noCache: true },
  { path: "/personal-settings", title: "个性化配置", icon: "palette", noCache: true },
];

export async function navigationOf(session: Live, appCode: string | null): Promise<ResourceNode[]> {
  return staticNavigation(session) ?? menuOf(session.viewer, appCode);
}

export function staticNavigation(session: Live): ResourceNode[] | undefined {
  if (!settings().STATIC_ROUTER) return undefined;
  const held = new Set(session.profile.roles.map((role) => role.roleName));
  return staticMenu(
    staticRoutes.filter(
      (route) => session.viewer.isSuper || !route.roles || route.roles.some((role) => held.has(role)),
    ),
  );
}

export function tabScreens(menu: ResourceNode[]): TabScreen[] {
  return [
    ...pagesOf(menu).map((page) => ({ path: page.path!, title: page.title, icon: page.icon, noCache: page.noCache })),
    ...ownScreens,
  ];
}

/** The screen that a path belongs to: its own, or the one that a record page is stacked on. */
export function screenAt(screens: TabScreen[], pathname: string): TabScreen | undefined {
  const fitting = screens.filter(({ path }) => pathname === path || pathname.startsWith(`${path}/`));
  return fitting.sort((a, b) => b.path.length - a.path.length)[0];
}

/** Where a person with a session starts: the resource that the query names, else the page flagged home, else the portal. */
export function firstPage(menu: ResourceNode[], query: URLSearchParams): string {
  const name = query.get("resourceName");
  const named = name ? pagesOf(menu).find((page) => page.resourceName === name) : undefined;
  const record = query.get("openDetail");
  if (named) return record && /^[\w-]{1,64}$/.test(record) ? `${named.path}/${record}` : named.path!;
  return homePath(menu);
}

function staticMenu(routes: StaticRoute[]): ResourceNode[] {
  const node = (
    values: Pick<ResourceNode, "resourceId" | "type" | "title" | "path" | "icon" | "isHome" | "resourceSort">,
  ): ResourceNode => ({
    ...values,
    pid: null,
    resourceName: values.resourceId,
    permissionCode: null,
    noCache: false,
    children: [],
  });
  const groups = new Map<string, ResourceNode>();
  for (const [place, route] of routes.entries()) {
    const group =
      groups.get(route.group) ??
      node({
        resourceId: `group:${route.group}`,
        type: "menu",
        title: route.group,
        path: null,
        icon: route.icon,
        isHome: false,
        resourceSort: place,
      });
    group.children.push(
      node({
        resourceId: route.path,
        type: "page",
        title: route.title,
        path: route.path,
        icon: route.icon,
        isHome: route.isHome ?? false,
        resourceSort: place,
      }),
    );
    groups.set(route.group, group);
  }
  return [...groups.values()];
}
