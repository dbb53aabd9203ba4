import { useLoaderData } from "@remix-run/react";
import { recentUpdates } from "~/domains/update-logs/queries.server";
import { page } from "~/kit/page/http/page.server";
import { appCodeCookie } from "~/kit/data/access/cookies.server";
import { resourceHref } from "~/kit/data/access/home.server";
import type { ResourceNode } from "~/kit/data/access/menu.server";
import { markdownHtml } from "~/kit/page/markdown/markdown.server";
import { Facts, Heading, screen, Section } from "~/kit/page/screens";
import type { SessionState } from "~/kit/data/access/session.server";
import { iconNames } from "~/kit/page/forms/icon-names";
import { Icon } from "~/shell/icon";
import { navigationOf } from "~/shell/frame/navigation.server";
import { portalApps } from "~/shell/session/portal.server";
import { userInfo } from "~/shell/session/user-info.server";
import styles from "./homepage.module.css";
import { DayFigures } from "./day-figures";
import { dayFiguresOf } from "./day-figures.server";
import { remindersOf } from "./reminders.server";
import { Updates } from "./updates";
import { Weather, WeatherWarnings } from "./weather";
import { weatherOf } from "./weather.server";

export const handle = screen({ title: "门户首页" });

export const loader = page("signed-in", async ({ request, facts, viewer }) => {
  const session = (await facts.session()) as Extract<SessionState, { state: "live" }>;
  const [apps, person, menu, updates, reminders, weather, figures] = await Promise.all([
    portalApps(viewer),
    userInfo(viewer),
    navigationOf(session, (await appCodeCookie.read(request)) ?? viewer.appCode),
    recentUpdates(viewer, 10),
    remindersOf(viewer),
    weatherOf(),
    dayFiguresOf(viewer),
  ]);
  return {
    apps: apps.map(({ appId, appName, icon }) => ({ appId, appName, icon })),
    person,
    screens: menu.flatMap(screensOf),
    reminders,
    weather,
    figures,
    updates: updates.map((entry) => ({ ...entry, html: markdownHtml(entry.body) })),
  };
});

export default function Homepage() {
  const { apps, person, screens, reminders, weather, figures, updates } = useLoaderData<typeof loader>();
  return (
    <>
      <Heading />
      {weather && <WeatherWarnings days={weather.days} />}
      <div className={styles.columns}>
        <div>
          {figures.length > 0 && <DayFigures figures={figures} />}
          {reminders.length > 0 && (
            <Section title="提醒">
              <ul className={styles.reminders}>
                {reminders.map(({ title, overdue, soon }) => (
                  <li key={title}>
                    {title}：
                    {overdue && (
                      <a className={styles.overdue} href={overdue.href}>
                        {overdue.words}
                      </a>
                    )}
                    {overdue && soon && "，"}
                    {soon && <a href={soon.href}>{soon.words}</a>}
                  </li>
                ))}
              </ul>
            </Section>
          )}
          <Section title="应用">
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
          </Section>
          <Section title="功能">
            <ul className={styles.tiles}>
              {screens.map(({ title, href, icon }) => (
                <li key={href}>
                  <a href={href} title={title}>
                    <Icon name={iconNames.find((name) => name === icon) ?? "screen"} />
                    <span>{title}</span>
                  </a>
                </li>
              ))}
            </ul>
            {screens.length === 0 && <p className="quiet">还没有授权给您的功能，请联系管理员为您的账号分配角色。</p>}
          </Section>
        </div>
        <div>
          {weather && <Weather {...weather} />}
          <Section title="用户信息">
            <Facts
              facts={[
                { label: "账号", value: person.userAccount, wide: true },
                { label: "姓名", value: person.userName, wide: true },
                {
                  label: "角色",
                  value: person.isSuper ? "超级用户" : person.roles.map((role) => role.roleName).join("、"),
                  wide: true,
                },
                { label: "工作日期", value: person.workDate, wide: true },
              ]}
            />
          </Section>
          <Updates updates={updates} />
        </div>
      </div>
    </>
  );
}

function screensOf(node: ResourceNode): { title: string; href: string; icon: string | null }[] {
  const href = node.type === "menu" ? undefined : resourceHref(node);
  return [...(href ? [{ title: node.title, href, icon: node.icon }] : []), ...node.children.flatMap(screensOf)];
}
