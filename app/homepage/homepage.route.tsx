import { useLoaderData } from "@remix-run/react";
import { may as monitor } from "~/domains/monitor/policy";
import { countWatched } from "~/domains/monitor/queries.server";
import { recentUpdates } from "~/domains/update-logs/queries.server";
import { appCodeCookie } from "~/kit/data/access/cookies.server";
import { resourceHref } from "~/kit/data/access/home.server";
import type { ResourceNode } from "~/kit/data/access/menu.server";
import type { SessionState } from "~/kit/data/access/session.server";
import { allows } from "~/kit/data/access/viewer";
import { page } from "~/kit/page/http/page.server";
import { markdownHtml } from "~/kit/page/markdown/markdown.server";
import { Heading, screen } from "~/kit/page/screens";
import { navigationOf, screenAt, tabScreens } from "~/shell/frame/navigation.server";
import { recentPagesOf } from "~/shell/frame/recent-pages.server";
import { portalApps } from "~/shell/session/portal.server";
import { userInfo } from "~/shell/session/user-info.server";
import { ComingWeek } from "./coming";
import { comingOf } from "./coming.server";
import { DayFigures } from "./day-figures";
import { dayFiguresOf } from "./day-figures.server";
import { FleetChart } from "./fleets";
import { drawFleets } from "./fleets.server";
import { Functions, type FunctionTile } from "./functions";
import styles from "./homepage.module.css";
import { PersonFacts } from "./person";
import { RecentRecords } from "./recent";
import { remindersOf } from "./reminders.server";
import { ReminderList } from "./reminder-list";
import { Updates } from "./updates";
import { Weather, WeatherWarnings } from "./weather";
import { weatherOf } from "./weather.server";

export const handle = screen({ title: "门户首页" });

export const loader = page("signed-in", async ({ request, facts, viewer }) => {
  const session = (await facts.session()) as Extract<SessionState, { state: "live" }>;
  const fleets = allows(viewer, monitor.read) ? countWatched(viewer, {}, "org") : Promise.resolve([]);
  const [apps, person, menu, updates, reminders, weather, groups, figures, coming, recent] = await Promise.all([
    portalApps(viewer),
    userInfo(viewer),
    navigationOf(session, (await appCodeCookie.read(request)) ?? viewer.appCode),
    recentUpdates(viewer, 10),
    remindersOf(viewer),
    weatherOf(),
    fleets,
    fleets.then((counted) => dayFiguresOf(viewer, counted)),
    comingOf(viewer),
    recentPagesOf(viewer.userId),
  ]);
  const screens = tabScreens(menu, viewer);
  return {
    apps: apps.map(({ appId, appName, icon }) => ({ appId, appName, icon })),
    person,
    screens: menu.flatMap(screensOf),
    reminders,
    weather,
    figures,
    fleets: drawFleets(groups),
    coming,
    recent: recent.flatMap(({ path, title }) => {
      const screen = screenAt(screens, path);
      return screen ? [{ href: path, title, screen: screen.title }] : [];
    }),
    updates: updates.map((entry) => ({ ...entry, html: markdownHtml(entry.body) })),
  };
});

export default function Homepage() {
  const { apps, person, screens, reminders, weather, figures, fleets, coming, recent, updates } =
    useLoaderData<typeof loader>();
  return (
    <>
      <Heading />
      {weather && <WeatherWarnings days={weather.days} />}
      {screens.length === 0 && <p className="notice warn">还没有授权给您的功能，请联系管理员为您的账号分配角色。</p>}
      <div className={styles.columns}>
        <div>
          {reminders && <ReminderList reminders={reminders} />}
          {coming && <ComingWeek coming={coming} />}
        </div>
        <div>
          {weather && <Weather {...weather} />}
          <RecentRecords recent={recent.slice(0, 8)} />
          <Updates updates={updates} />
        </div>
      </div>
      {figures.length > 0 && <DayFigures figures={figures} />}
      <div className={styles.columns}>
        <div>
          {fleets && <FleetChart fleets={fleets} />}
          <Functions apps={apps} screens={screens} />
        </div>
        <div>
          <PersonFacts person={person} />
        </div>
      </div>
    </>
  );
}

function screensOf({ type, title, path, icon, children }: ResourceNode): FunctionTile[] {
  const href = type === "menu" ? undefined : resourceHref({ type, path });
  return [...(href ? [{ title, href, icon, isExternal: type === "link" }] : []), ...children.flatMap(screensOf)];
}
