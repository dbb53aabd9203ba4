import {
  appCodeCookie,
  flashCookie,
  sidebarCookie,
  sidebarHiddenCookie,
  titleCookie,
} from "~/kit/data/access/cookies.server";
import type { StoredTab } from "~/kit/data/access/framed.server";
import { homePath } from "~/kit/data/access/home.server";
import type { RequestFacts } from "~/kit/data/access/request.server";
import type { SessionState } from "~/kit/data/access/session.server";
import { readFlash } from "~/kit/page/http/redirect.server";
import { settings } from "~/kit/ground/settings.server";
import { greeting } from "~/kit/ground/time/operator-time";
import { log } from "~/kit/ground/log.server";
import { productTitle, type ShellData } from "../shell-data";
import { themeCss } from "../theme";
import { frameRows } from "./frame-rows.server";
import { keptHtml } from "./kept-html.server";
import { iconOf, menuGroups } from "./menu-groups.server";
import { warningsOfApp, warningsOfCentre } from "./warnings.server";
import { screenAt, type TabScreen, tabScreens } from "./navigation.server";
import { stackAfter } from "./tabs.server";

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
    themeVars: themeCss(profile.theme),
    homeButton: parameters.D009 !== "0",
    warnings: [
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
