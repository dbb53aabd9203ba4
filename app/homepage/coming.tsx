import { Section } from "~/kit/page/screens";
import type { Coming } from "./coming.server";
import styles from "./homepage.module.css";

export function ComingWeek({ coming }: { coming: Coming[] }) {
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
