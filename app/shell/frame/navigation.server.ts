import type { SessionState } from "~/kit/data/access/session.server";
import { homePath, pagesOf } from "~/kit/data/access/home.server";
import { menuOfRoles } from "~/kit/data/access/held-roles.server";
import type { ResourceNode } from "~/kit/data/access/menu.server";
import { allows, type Viewer } from "~/kit/data/access/viewer";
import { keepByObject } from "~/kit/ground/keep-by-object";
import { settings } from "~/kit/ground/settings.server";
import { type StaticRoute, staticRoutes } from "~/menu";
import { menuResources } from "~/permissions";

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
  { path: "/help", title: "使用手册", icon: "help", noCache: false },
  { path: "/modify-password", title: "修改密码", icon: "password", noCache: true },
  { path: "/my-sessions", title: "我的登录", icon: "devices", noCache: true },
  { path: "/my-uploads", title: "未传完的上传", icon: "attachment", noCache: true },
  { path: "/personal-settings", title: "个性化配置", icon: "palette", noCache: true },
];

export async function navigationOf(session: Live, appCode: string | null): Promise<ResourceNode[]> {
  return staticNavigation(session) ?? menuOfRoles(session.held, session.viewer.isSuper, appCode);
}

/** The static menu, where it is switched on: the routes that the person may open, of those the ones of the roles they hold. */
export function staticNavigation({ viewer, profile }: Pick<Live, "viewer" | "profile">): ResourceNode[] | undefined {
  if (!settings().STATIC_ROUTER) return undefined;
  const held = new Set(profile.roles.map((role) => role.roleName));
  const isHeld = ({ roles }: StaticRoute) => viewer.isSuper || !roles || roles.some((role) => held.has(role));
  return staticMenu(staticRoutes.filter((route) => allows(viewer, route.permission) && isHeld(route)));
}

/** The screens that a person may have in a tab: those of the menu, the frame's own, and what else they may open. */
export const tabScreens = (menu: ResourceNode[], { isSuper, permissions }: GrantedViewer): TabScreen[] =>
  screensOf(menu)[isSuper ? "all" : "permitted"](permissions);

type GrantedViewer = Pick<Viewer, "isSuper" | "permissions">;

const screensOf = keepByObject((menu: ResourceNode[]) => ({
  all: keepByObject((permissions: GrantedViewer["permissions"]) => makeScreens(menu, { isSuper: true, permissions })),
  permitted: keepByObject((permissions: GrantedViewer["permissions"]) =>
    makeScreens(menu, { isSuper: false, permissions }),
  ),
}));

function makeScreens(menu: ResourceNode[], granted: GrantedViewer): TabScreen[] {
  const shown = [
    ...pagesOf(menu).map((page) => ({ path: page.path!, title: page.title, icon: page.icon, noCache: page.noCache })),
    ...ownScreens,
  ];
  const known = new Set(shown.map(({ path }) => path));
  return [...shown, ...programScreens(granted).filter(({ path }) => !known.has(path))];
}

const screens = menuResources.flatMap((menu) => menu.screens);

function programScreens(granted: GrantedViewer): (TabScreen & { resourceName: string })[] {
  return screens.flatMap(({ resourceName, path, title, icon = null, noCache = false, permission }) =>
    path && allows(granted, permission) ? [{ resourceName, path, title, icon, noCache }] : [],
  );
}

/** The screen that a path belongs to: its own, or the one that a record page is stacked on. */
export function screenAt(screens: TabScreen[], pathname: string): TabScreen | undefined {
  const fitting = screens.filter(({ path }) => pathname === path || pathname.startsWith(`${path}/`));
  return fitting.sort((a, b) => b.path.length - a.path.length)[0];
}

/** Where a person with a session starts: the resource or screen that the query names, else the page flagged home, else the portal. */
export function firstPage(menu: ResourceNode[], viewer: Viewer, query: URLSearchParams): string {
  const name = query.get("resourceName");
  if (!name) return homePath(menu);
  const named =
    [...pagesOf(menu), ...programScreens(viewer)].find((page) => page.resourceName === name) ??
    tabScreens(menu, viewer).find(({ path }) => routeNames(path).includes(name));
  if (!named) return homePath(menu);
  const record = query.get("openDetail");
  const hasRecords = !ownScreens.some(({ path }) => path === named.path);
  return record && hasRecords && /^[\w-]{1,64}$/.test(record) ? `${named.path}/${record}` : named.path!;
}

/** What a screen's route is called: `PersonalSettings` at /personal-settings, `ExcelLog` and `Log` at /excel/log. */
function routeNames(path: string): string[] {
  const words = path
    .split("/")
    .filter(Boolean)
    .map((part) => part.replace(/(?:^|-)(\w)/g, (_, letter: string) => letter.toUpperCase()));
  return [words.at(-1)!, words.join("")];
}

function staticMenu(routes: StaticRoute[]): ResourceNode[] {
  const node = (
    values: Omit<ResourceNode, "resourceName" | "permissionCode" | "pid" | "noCache" | "children"> &
      Partial<ResourceNode>,
  ): ResourceNode => ({
    pid: null,
    resourceName: values.resourceId,
    permissionCode: null,
    ...values,
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
        pid: group.resourceId,
        resourceName: route.resourceName,
        permissionCode: route.permission,
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
