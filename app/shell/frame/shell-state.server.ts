import {
  appCodeCookie,
  flashCookie,
  sidebarCookie,
  sidebarHiddenCookie,
  titleCookie,
} from "~/kit/data/access/cookies.server";
import { type StoredTab, type FrameOfSession, readFramed } from "~/kit/data/access/framed.server";
import { homePath, resourceHref, whyClosed } from "~/kit/data/access/home.server";
import type { RequestFacts } from "~/kit/data/access/request.server";
import type { SessionState } from "~/kit/data/access/session.server";
import { readFlash } from "~/kit/page/http/redirect.server";
import { settings } from "~/kit/ground/settings.server";
import { greeting } from "~/kit/ground/time/operator-time";
import { log } from "~/kit/ground/log.server";
import { productTitle, type ShellData, type MenuGroup } from "../shell-data";
import { schemeOf, themeCss } from "../theme";
import { screenAt, type TabScreen, tabScreens, navigationOf } from "./navigation.server";
import { stackAfter } from "./tabs.server";
import type { ResourceNode } from "~/kit/data/access/menu.server";
import { type ComponentType, createElement } from "react";
import { markupOf } from "~/kit/page/islands/render.server";
import { keepByObject } from "~/kit/ground/keep-by-object";
import { escapeHtml } from "~/kit/ground/escape-html";
import { Tools } from "../header";
import { Menu } from "../sidebar";
import { Tabs } from "../tab-bar";
import { iconNames, type IconName } from "~/kit/page/forms/icon-names";
import { db } from "~/kit/data/db/pool.server";
import { clockAside } from "~/kit/data/db/told.server";
import { cleanAddress } from "~/kit/page/http/entry.server";
import { parseLngLat } from "~/transit/geo/lng-lat";

type Live = Extract<SessionState, { state: "live" }>;

export async function shellState(
  request: Request,
  url: URL,
  facts: RequestFacts,
  session: Live,
): Promise<{ shell: ShellData; headers: Headers }> {
  const { viewer, profile } = session;
  const appCode = (await appCodeCookie.read(request)) ?? null;
  const [{ menu, tabs, shortcuts: pinned, parameters }, flash, title, sidebar] = await Promise.all([
    frameRows(session, url.pathname, appCode),
    readFlash(request),
    titleCookie.read(request),
    readSidebarState(request),
  ]);
  if (!("direction.reverse" in parameters))
    log.warn({ requestId: facts.requestId }, "parameter direction.reverse is missing: line display may be wrong");
  const screens = tabScreens(menu, viewer);
  const here = screenAt(screens, url.pathname);
  const before = tabs.find((tab) => tab.path === here?.path)?.stack ?? [];
  if (here)
    facts.visit = {
      path: here.path,
      href: url.pathname + url.search,
      screenTitle: here.title,
      noCache: here.noCache,
      before,
    };
  const stack = here ? stackAfter(before, { ...facts.visit!, pageTitle: "" }) : [];

  const headers = new Headers();
  if (flash) headers.append("Set-Cookie", await flashCookie.write(request, undefined));
  const shell: Omit<ShellData, "html"> = {
    userName: viewer.userName,
    greeting: greeting(new Date(), settings().OPERATOR_TIME_ZONE),
    avatarUrl: profile.avatarKey ? `/avatar/${viewer.userId}?v=${profile.avatarKey.slice(-8)}` : undefined,
    title: title ?? productTitle,
    menu: menuGroups(menu, here?.path),
    sidebar,
    tabs: shownTabs(tabs, screens, here, url, homePath(menu), pinned),
    shortcuts: pinned.flatMap((path) => {
      const found = screens.find((known) => known.path === path);
      return found ? [{ path, href: path, title: found.title, icon: iconOf(found.icon) }] : [];
    }),
    shortcutTitles: profile.shortcutTitles,
    theme: profile.theme,
    scheme: schemeOf(profile.scheme),
    themeVars: themeCss(profile.theme, profile.scheme),
    homeButton: parameters.D009 !== "0",
    warnings: [
      ...warningsOfClock(clockAside()),
      ...warningsOfCentre(parameters.D008 || parameters.city_coord),
      ...(menu.length === 0 ? await warningsOfApp(appCode, url) : []),
    ],
    flash,
    breadcrumbs: stack.slice(0, -1).map(({ href, title: level }) => ({ href, title: level })),
    currentPath: url.pathname + url.search,
    copyrightYear: new Date().getFullYear(),
  };
  return { headers, shell: { ...shell, html: keptHtml(shell) } };
}

export async function readSidebarState(request: Request): Promise<ShellData["sidebar"]> {
  if ((await sidebarHiddenCookie.read(request)) === "1") return "hidden";
  return (await sidebarCookie.read(request)) === "collapsed" ? "collapsed" : "open";
}

/** The home tab first, then the stored tabs that the person may still open and the page being visited. */
function shownTabs(
  tabs: StoredTab[],
  screens: TabScreen[],
  here: TabScreen | undefined,
  url: URL,
  home: string,
  pinned: string[],
): ShellData["tabs"] {
  const known = tabs
    .filter((tab) => screens.some((screen) => screen.path === tab.path))
    .map(({ path, href, title }) => ({ path, href, title }));
  const homeScreen = screens.find((screen) => screen.path === home);
  const place = known.findIndex((tab) => tab.path === home);
  const [homeTab = homeScreen && { path: home, href: home, title: homeScreen.title }] =
    place < 0 ? [] : known.splice(place, 1);
  if (homeTab) known.unshift(homeTab);
  const current = url.pathname + url.search;
  const visited = known.find((tab) => tab.path === here?.path);
  if (visited) visited.href = current;
  else if (here) known.push({ path: here.path, href: current, title: here.title });
  return known.map((tab) => ({
    ...tab,
    active: tab.path === here?.path,
    closable: tab.path !== home,
    inShortcuts: pinned.includes(tab.path),
  }));
}

/** What the frame of the page at `path` shows of a session, as it was read with the session or else now. */
async function frameRows(
  session: Extract<SessionState, { state: "live" }>,
  path: string,
  appCode: string | null,
): Promise<FrameOfSession & { menu: ResourceNode[] }> {
  const [framed, menu] = await Promise.all([
    session.framed ?? readFramed(session.viewer.sessionId, path),
    navigationOf(session, appCode ?? session.viewer.appCode),
  ]);
  return { ...framed, menu };
}

/** The parts of the frame that seldom change as HTML, each kept by everything that it shows; people of the same menu share it. */
function keptHtml(shell: Omit<ShellData, "html">): ShellData["html"] {
  const { title, menu, sidebar, homeButton, shortcuts, shortcutTitles, avatarUrl, greeting, userName, currentPath } =
    shell;
  const here = (html: string) => html.replaceAll(hereMark, () => escapeHtml(currentPath));
  // Only the page's own address changes from page to page: it is put in afterwards.
  const tabs = shell.tabs.map((tab) => (tab.href === currentPath ? { ...tab, href: hereMark } : tab));
  return {
    menu:
      sidebar === "hidden"
        ? ""
        : htmlOf("menu", Menu, { title, menu, sidebar }, jsonOf(menu) + JSON.stringify([title, sidebar])),
    header: here(
      htmlOf("header", Tools, {
        sidebar,
        homeButton,
        shortcuts,
        shortcutTitles,
        avatarUrl,
        greeting,
        userName,
        term: searchTerm(currentPath),
        currentPath: hereMark,
      }),
    ),
    tabs: here(htmlOf("tabs", Tabs, { tabs, currentPath: hereMark })),
  };
}

function searchTerm(address: string): string {
  const [path, query] = address.split("?");
  return path === "/search" ? (new URLSearchParams(query).get("q") ?? "") : "";
}

/** No address holds it: browsers and `cleanAddress` write such a letter as %EE%80%80. */
const hereMark = "\uE000";

/** A menu is the same for many pages. */
const jsonOf = keepByObject<MenuGroup[], string>(JSON.stringify);

const kept = new Map<string, string>();
const mostKept = 500;

function htmlOf<P extends object>(
  name: string,
  part: ComponentType<P>,
  shown: P,
  madeOf = JSON.stringify(shown),
): string {
  const key = name + madeOf;
  const html = kept.get(key) ?? markupOf(createElement(part, shown));
  kept.delete(key);
  kept.set(key, html);
  if (kept.size > mostKept) kept.delete(kept.keys().next().value!);
  return html;
}

/** The menu as the sidebar shows it, with the screen at `active` marked; the same each time. */
function menuGroups(menu: ResourceNode[], active: string | undefined): MenuGroup[] {
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
      return [
        {
          title: item.title,
          icon: iconOf(item.icon),
          href: href ?? "",
          active: item.path === active,
          external,
          closed,
        },
      ];
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

function iconOf(name: string | null): IconName {
  return iconNames.find((known) => known === name) ?? "screen";
}

type Warnings = ShellData["warnings"];

/** Times that the program and the database write must agree. */
function warningsOfClock(aside: number): Warnings {
  if (aside === 0) return [];
  const minutes = Math.round(Math.abs(aside) / 60_000);
  const words =
    minutes < 120
      ? `${minutes} 分钟`
      : minutes < 2880
        ? `${Math.round(minutes / 60)} 小时`
        : `${Math.round(minutes / 1440)} 天`;
  return [
    { text: `服务器的时钟比数据库${aside > 0 ? "快" : "慢"} ${words}：时间、定时和上报会不对，请管理员校准时钟` },
  ];
}

const centreMissing = "您还没有配置城市中心坐标，请联系管理员，否则可能影响正常使用";

/** What is wrong with the parameter that says where the city is. */
function warningsOfCentre(coordinate: string | undefined): Warnings {
  if (!coordinate) return [{ text: centreMissing }];
  if (parseLngLat(coordinate)) return [];
  return [{ text: `城市中心坐标“${coordinate}”不是“经度,纬度”，地图使用默认中心，请联系管理员改正参数` }];
}

/** Why the menu of the app that an address named is empty, with the way back to all apps. */
async function warningsOfApp(appCode: string | null, url: URL): Promise<Warnings> {
  if (!appCode) return [];
  const app = await db()
    .selectFrom("app")
    .select("appName")
    .where("appCode", "=", appCode)
    .where("enabled", "=", true)
    .where("deletedAt", "is", null)
    .executeTakeFirst();
  const here = cleanAddress(url);
  return [
    {
      text: app
        ? `应用“${app.appName}”中没有授权给您的功能，所以菜单是空的。`
        : `没有编码为“${appCode}”的应用，或它已停用，所以菜单是空的。`,
      way: { href: `${here}${here.includes("?") ? "&" : "?"}appCode=null`, label: "显示全部应用的菜单" },
    },
  ];
}
