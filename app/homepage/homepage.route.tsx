import { useLoaderData } from "@remix-run/react";
import { may as monitor } from "~/domains/monitor/policy";
import { countWatched } from "~/domains/monitor/queries.server";
import { recentUpdates, type RecentUpdate } from "~/domains/update-logs/queries.server";
import { appCodeCookie } from "~/kit/data/access/cookies.server";
import { resourceHref } from "~/kit/data/access/home.server";
import type { ResourceNode } from "~/kit/data/access/menu.server";
import type { SessionState } from "~/kit/data/access/session.server";
import { notingAge, orPending } from "~/kit/data/figures/shared-figures.server";
import { allows } from "~/kit/data/access/viewer";
import { isDemoDriven } from "~/domains/reports/queries.server";
import { settings } from "~/kit/ground/settings.server";
import { formatTime } from "~/kit/ground/time/format-time";
import { page } from "~/kit/page/http/page.server";
import { markdownHtml } from "~/kit/page/markdown/markdown.server";
import { Heading, screen, Section, Facts } from "~/kit/page/screens";
import { navigationOf, screenAt, tabScreens } from "~/shell/frame/navigation.server";
import { recentPagesOf } from "~/shell/frame/recent-pages.server";
import { portalApps } from "~/shell/session/portal.server";
import { userInfo } from "~/shell/session/user-info.server";
import { comingOf, type Coming } from "./coming.server";
import { DayFigures } from "./day-figures";
import { dayFiguresOf } from "./day-figures.server";
import { BoardTabs } from "./boards/board-tabs";
import { tabsFor } from "./boards/boards";
import { FleetChart } from "./fleets";
import { drawFleets } from "./fleets.server";
import styles from "./homepage.module.css";
import { remindersOf, type Reminders } from "./reminders.server";
import { Weather, WeatherWarnings } from "./weather";
import { weatherOf } from "./weather.server";
import { iconNames } from "~/kit/page/forms/icon-names";
import { ExternalLink } from "~/shell/external-link";
import { Icon } from "~/kit/page/screens/icon";
import { Markdown } from "~/kit/page/markdown/markdown";

export const handle = screen({ title: "门户首页" });

/** From this age on the page says when its figures were made. */
const oldMs = 120_000;

export const loader = page("signed-in", async ({ request, facts, viewer }) => {
  const session = (await facts.session()) as Extract<SessionState, { state: "live" }>;
  const {
    value: [apps, person, menu, updates, reminders, weather, groups, day, coming, recent, isDemo],
    madeAt,
  } = await notingAge(async () => {
    const fleets = allows(viewer, monitor.read) ? orPending(countWatched(viewer, {}, "org")) : undefined;
    return Promise.all([
      portalApps(viewer),
      userInfo(viewer),
      navigationOf(session, (await appCodeCookie.read(request)) ?? viewer.appCode),
      recentUpdates(viewer, 10),
      remindersOf(viewer),
      orPending(weatherOf()),
      fleets,
      Promise.resolve(fleets).then((counted) => dayFiguresOf(viewer, counted)),
      orPending(comingOf(viewer)),
      recentPagesOf(viewer.userId),
      isDemoDriven(),
    ]);
  });
  const screens = tabScreens(menu, viewer);
  return {
    apps: apps.map(({ appId, appName, icon }) => ({ appId, appName, icon })),
    person,
    screens: menu.flatMap(screensOf),
    reminders,
    weather,
    day,
    fleets: drawFleets(groups ?? []),
    isDemo,
    tabs: tabsFor(viewer),
    asOf:
      madeAt && Date.now() - madeAt.getTime() > oldMs ? formatTime(madeAt, settings().OPERATOR_TIME_ZONE) : undefined,
    coming,
    recent: recent.flatMap(({ path, title }) => {
      const screen = screenAt(screens, path);
      return screen ? [{ href: path, title, screen: screen.title }] : [];
    }),
    updates: updates.map((entry) => ({ ...entry, html: markdownHtml(entry.body) })),
  };
});

export default function Homepage() {
  const { apps, person, screens, reminders, weather, day, fleets, isDemo, tabs, asOf, coming, recent, updates } =
    useLoaderData<typeof loader>();
  return (
    <>
      <Heading />
      <BoardTabs tabs={tabs} at="/homepage" />
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
      {day.figures.length + day.pending > 0 && <DayFigures {...day} asOf={asOf} />}
      <div className={styles.columns}>
        <div>
          {fleets && <FleetChart fleets={fleets} isDemo={isDemo} />}
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

function ComingWeek({ coming }: { coming: Coming[] }) {
  return (
    <Section title="未来 7 天生效">
      {coming.length === 0 && <p className="quiet">未来 7 天没有要生效的线路版本和变更包。</p>}
      <ul className={styles.coming}>
        {coming.map(({ day, title, what, href }) => (
          <li key={day + href}>
            <time>{day}</time>
            <a href={href}>{title}</a>
            <span>{what}</span>
          </li>
        ))}
      </ul>
    </Section>
  );
}

interface FunctionTile {
  title: string;
  href: string;
  icon: string | null;
  isExternal: boolean;
}

interface FunctionsProps {
  apps: { appId: string; appName: string; icon: string | null }[];
  screens: FunctionTile[];
}

/** The menu once more, for who looks for a name in it; folded, because it stands at the left as well. */
function Functions({ apps, screens }: FunctionsProps) {
  return (
    <details className={styles.functions}>
      <summary>
        全部应用与功能（{apps.length} 个应用，{screens.length} 个功能）
      </summary>
      <h3>应用</h3>
      <ul className={styles.tiles}>
        {apps.map(({ appId, appName, icon }) => (
          <li key={appId}>
            <form method="post" action="/open-app" target="_blank">
              <button name="appId" value={appId} title={appName}>
                <Icon name={iconNames.find((name) => name === icon) ?? "app"} />
                <span>{appName}</span>
              </button>
            </form>
          </li>
        ))}
      </ul>
      {apps.length === 0 && <p className="quiet">还没有授权给您的应用，请联系管理员。</p>}
      <h3>功能</h3>
      <ul className={styles.tiles}>
        {screens.map((tile) => (
          <li key={tile.href}>
            <Tile {...tile} />
          </li>
        ))}
      </ul>
    </details>
  );
}

function Tile({ title, href, icon, isExternal }: FunctionTile) {
  const face = (
    <>
      <Icon name={iconNames.find((name) => name === icon) ?? "screen"} />
      <span>{title}</span>
    </>
  );
  return isExternal ? (
    <ExternalLink href={href} title={title}>
      {face}
    </ExternalLink>
  ) : (
    <a href={href} title={title}>
      {face}
    </a>
  );
}

interface Person {
  userAccount: string;
  userName: string;
  isSuper: boolean;
  roles: { roleName: string }[];
  workDate: string;
}

function PersonFacts({ person }: { person: Person }) {
  const roles = person.isSuper ? "超级用户" : person.roles.map((role) => role.roleName).join("、");
  return (
    <Section title="用户信息">
      <Facts
        facts={[
          { label: "账号", value: person.userAccount, wide: true },
          { label: "姓名", value: person.userName, wide: true },
          { label: "角色", value: roles, wide: true },
          { label: "工作日期", value: person.workDate, wide: true },
        ]}
      />
    </Section>
  );
}

interface Recent {
  href: string;
  title: string;
  screen: string;
}

function RecentRecords({ recent }: { recent: Recent[] }) {
  return (
    <Section title="最近查看">
      {recent.length === 0 && <p className="quiet">还没有查看过记录：打开线路、车辆等的详情后会列在这里。</p>}
      <ul className={styles.recent}>
        {recent.map(({ href, title, screen }) => (
          <li key={href}>
            <a href={href} title={title}>
              {title}
            </a>
            <span>{screen}</span>
          </li>
        ))}
      </ul>
    </Section>
  );
}

/** What waits for the person; each thing with the list that it stands in. */
function ReminderList({ reminders: { found, pending } }: { reminders: Reminders }) {
  return (
    <Section title="待办与到期">
      {found.length + pending === 0 && <p className="quiet">没有等待您处理的事项，也没有即将到期的证照。</p>}
      <ul className={styles.reminders}>
        {found.map(({ title, overdue, soon, parts = [] }) => (
          <li key={title} className={overdue ? styles.late : undefined}>
            <strong>{title}</strong>
            <span>
              {overdue && (
                <a className={styles.overdue} href={overdue.href}>
                  {overdue.words}
                </a>
              )}
              {overdue && soon && "，"}
              {soon && <a href={soon.href}>{soon.words}</a>}
              {parts.length > 0 && (
                <ul className={styles.parts}>
                  {parts.map((part) => (
                    <li key={part}>{part}</li>
                  ))}
                </ul>
              )}
            </span>
          </li>
        ))}
      </ul>
      {pending > 0 && <p className="quiet">还有 {pending} 项数据量大，正在统计，请稍后刷新。</p>}
    </Section>
  );
}

type Update = Pick<RecentUpdate, "logId" | "logVersion" | "logDate" | "title" | "isNew"> & { html: string };

/** What is new in the program; the newest entry and those not read yet stand open. */
function Updates({ updates }: { updates: Update[] }) {
  const fresh = updates.filter((entry) => entry.isNew);
  const read = fresh.length > 0 && (
    <form method="post" action="/update-log/update-log-management/seen">
      {fresh.map(({ logId }) => (
        <input key={logId} type="hidden" name="logId" value={logId} />
      ))}
      <button className="button small">知道了</button>
    </form>
  );
  return (
    <Section title="更新日志" actions={read}>
      {updates.length === 0 && <p className="quiet">还没有更新日志。</p>}
      {updates.map((entry, place) => (
        <article key={entry.logId} className={styles.update}>
          <details open={place === 0 || entry.isNew}>
            <summary>
              <h3>
                {entry.logVersion} {entry.title}
              </h3>
              {entry.isNew && <strong className={styles.new}>新</strong>}
              <time dateTime={entry.logDate}>{entry.logDate}</time>
            </summary>
            <Markdown html={entry.html} />
          </details>
        </article>
      ))}
    </Section>
  );
}
