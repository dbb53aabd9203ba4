import { type SmallBar, SmallBars } from "~/kit/page/charts/small-bars";
import { Section } from "~/kit/page/screens";
import styles from "./day-figures.module.css";

export interface DayFigure {
  title: string;
  href: string;
  value: number;
  /** What the value is of, and what is wrong with it. */
  note: string;
  wrong?: string;
  chart: { label: string; unit: string; bars: SmallBar[] };
}

/** The day at a glance: each figure leads to the screen behind it. */
export function DayFigures({ figures, pending, asOf }: { figures: DayFigure[]; pending: number; asOf?: string }) {
  return (
    <Section title="今日运行">
      {asOf && <p className="quiet">数据量大，不是每次打开都重新统计：这些是 {asOf} 的数字。</p>}
      {pending > 0 && <p className="quiet">还有 {pending} 个数字数据量大，正在统计，请稍后刷新。</p>}
      <ul className={styles.figures}>
        {figures.map(({ title, href, value, note, wrong, chart }) => (
          <li key={title}>
            <a href={href}>{title}</a>
            <p>
              <strong>{value}</strong> {note}
              {wrong && <span className={styles.wrong}>，{wrong}</span>}
            </p>
            <SmallBars {...chart} />
            <small>{chart.label}</small>
          </li>
        ))}
      </ul>
    </Section>
  );
}
