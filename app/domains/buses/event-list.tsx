import { eventUrl } from "~/domains/vehicle-events/policy";
import { type EventRow, eventKinds, isUrging } from "~/domains/vehicle-events/schema";
import { labelOf } from "~/kit/page/forms/rules";
import styles from "./buses.module.css";

export function EventList({ events }: { events: readonly EventRow[] }) {
  if (events.length === 0) return <p className="quiet">还没有报警和围栏事件。</p>;
  return (
    <ul className={styles.list}>
      {events.map((event) => (
        <li key={event.eventUuid}>
          <a href={eventUrl(event)}>{labelOf(eventKinds, event.kind)}</a>
          <span className="quiet">{event.fenceName ?? "车载机报警"}</span>
          <span className={styles.mark} data-tone={event.endedAt && !isUrging(event) ? undefined : "bad"}>
            {isUrging(event) ? "未处理" : event.endedAt ? "已结束" : "进行中"}
          </span>
        </li>
      ))}
    </ul>
  );
}
