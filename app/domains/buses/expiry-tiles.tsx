import { Section } from "~/kit/page/screens";
import styles from "./buses.module.css";
import { scrapped } from "./choices";
import { expiriesOf, expiryFields, standingOf } from "./expiry";
import { ExpiryMark } from "./marks";
import type { BusRow } from "./room";

export function ExpiryTiles({ bus }: { bus: BusRow }) {
  const due = new Map(expiriesOf(bus).map((expiry) => [expiry.label, expiry]));
  return (
    <Section title="证照与保养">
      {bus.busState === scrapped && <p className="quiet">车辆已报废，不再提醒到期。</p>}
      <ul className={styles.tiles}>
        {expiryFields.map(({ name, label }) => {
          const expiry = due.get(label);
          return (
            <li key={name} data-standing={expiry && standingOf(expiry.daysLeft)}>
              <span>{label}</span>
              <b>{bus[name] ?? "未登记"}</b>
              {expiry && <ExpiryMark expiry={expiry} named={false} />}
            </li>
          );
        })}
      </ul>
    </Section>
  );
}
