import { Section } from "~/kit/page/screens";
import styles from "./homepage.module.css";

export interface Recent {
  href: string;
  title: string;
  screen: string;
}

export function RecentRecords({ recent }: { recent: Recent[] }) {
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
