import { Section } from "~/kit/page/screens";
import type { Reminder } from "./reminders.server";
import styles from "./homepage.module.css";

/** What waits for the person; each thing with the list that it stands in. */
export function ReminderList({ reminders }: { reminders: Reminder[] }) {
  return (
    <Section title="待办与到期">
      {reminders.length === 0 && <p className="quiet">没有等待您处理的事项，也没有即将到期的证照。</p>}
      <ul className={styles.reminders}>
        {reminders.map(({ title, overdue, soon, parts = [] }) => (
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
    </Section>
  );
}
