import { useLoaderData } from "@remix-run/react";
import { type RecentUpdate, recentUpdates } from "~/domains/update-logs/queries.server";
import { page } from "~/kernel/access/page.server";
import { resourceHref } from "~/kernel/access/home.server";
import { appCodeCookie } from "~/kernel/access/cookies.server";
import { Markdown } from "~/kernel/markdown/markdown";
import { markdownHtml } from "~/kernel/markdown/markdown.server";
import { Facts, Heading, screen, Section } from "~/kernel/screens";
import type { SessionState } from "~/kernel/access/session.server";
import { navigationOf } from "../frame/navigation.server";
import { portalApps } from "../session/portal.server";
import { userInfo } from "../session/user-info.server";
import { Icon } from "../icon";
import { iconNames } from "~/kernel/screens/icon-names";
import styles from "./homepage.module.css";

export const handle = screen({ title: "门户首页" });

export const loader = page("signed-in", async ({ request, facts, viewer }) => {
  const session = (await facts.session()) as Extract<SessionState, { state: "live" }>;
  const [apps, person, menu, updates] = await Promise.all([
    portalApps(viewer),
    userInfo(viewer),
    navigationOf(session, (await appCodeCookie.read(request)) ?? viewer.appCode),
    recentUpdates(viewer, 10),
  ]);
  const screens = menu.flatMap((group) => [group, ...group.children]).flatMap((node) => (node.type === "page" || node.type === "link" ? [{ title: node.title, href: resourceHref(node), icon: node.icon }] : []));
  return { apps: apps.map(({ appId, appName, icon }) => ({ appId, appName, icon })), person, screens, updates: updates.map((entry) => ({ ...entry, html: markdownHtml(entry.body) })) };
});

export default function Homepage() {
  const { apps, person, screens, updates } = useLoaderData<typeof loader>();
  return (
    <>
      <Heading />
      <div className={styles.columns}>
        <div>
          <Section title="应用">
            <ul className={styles.tiles}>
              {apps.map((app) => (
                <li key={app.appId}>
                  <form method="post" action="/open-app" target="_blank">
                    <button name="appId" value={app.appId}>
                      <Icon name={iconNames.find((name) => name === app.icon) ?? "app"} />
                      {app.appName}
                    </button>
                  </form>
                </li>
              ))}
            </ul>
            {apps.length === 0 && <p className="quiet">还没有授权给您的应用，请联系管理员。</p>}
          </Section>
          <Section title="功能">
            <ul className={styles.tiles}>
              {screens.map(({ title, href, icon }) => href && (
                <li key={href}>
                  <a href={href}>
                    <Icon name={iconNames.find((name) => name === icon) ?? "screen"} />
                    {title}
                  </a>
                </li>
              ))}
            </ul>
            {screens.length === 0 && <p className="quiet">还没有授权给您的功能，请联系管理员为您的账号分配角色。</p>}
          </Section>
        </div>
        <div>
          <Section title="用户信息">
            <Facts
              facts={[
                { label: "账号", value: person.userAccount, wide: true },
                { label: "姓名", value: person.userName, wide: true },
                { label: "角色", value: person.isSuper ? "超级管理员" : person.roles.map((role) => role.roleName).join("、"), wide: true },
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

type Update = Pick<RecentUpdate, "logId" | "logVersion" | "logDate" | "title" | "isNew"> & { html: string };

/** The newest entry and those not read yet stand open. */
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
