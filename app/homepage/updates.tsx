import type { RecentUpdate } from "~/domains/update-logs/queries.server";
import { Markdown } from "~/kit/page/markdown/markdown";
import { Section } from "~/kit/page/screens";
import styles from "./homepage.module.css";

type Update = Pick<RecentUpdate, "logId" | "logVersion" | "logDate" | "title" | "isNew"> & { html: string };

/** What is new in the program; the newest entry and those not read yet stand open. */
export function Updates({ updates }: { updates: Update[] }) {
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
