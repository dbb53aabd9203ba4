import { Section } from "~/kit/page/screens";
import type { FleetOfLine } from "../fleet.server";
import styles from "../lines.module.css";

export function LineFleet({ fleet }: { fleet: readonly FleetOfLine[] }) {
  return fleet.map(({ title, total, first, change }) => (
    <Section key={title} title={`${title}（${total}）`} actions={change && <a href={change}>安排车辆</a>}>
      {total === 0 ? (
        <p className="quiet">本线路还没有{title}。</p>
      ) : (
        <ul className={styles.fleet}>
          {first.map((one) => (
            <li key={one.href}>
              <a href={one.href}>{one.title}</a> {one.note && <span className="quiet">{one.note}</span>}
            </li>
          ))}
          {total > first.length && <li className="quiet">以及另外 {total - first.length} 个</li>}
        </ul>
      )}
    </Section>
  ));
}
