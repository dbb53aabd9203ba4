import { Facts, Section } from "~/kit/page/screens";
import type { DayTimetable } from "./timetable-words";
import styles from "./timetable.module.css";

export function TimetableSection({ directionName, days }: { directionName: string; days: readonly DayTimetable[] }) {
  if (days.length === 0) return null;
  return (
    <Section title={`班次与日历（${directionName}）`}>
      <p className="quiet">取自导入的 GTFS；改动班次请重新导入文件。</p>
      {days.map((one, at) => (
        <section key={at} className={styles.day} aria-label={one.days}>
          <h3>{one.days}</h3>
          {one.except.map((words) => (
            <p key={words}>{words}</p>
          ))}
          <Facts
            facts={[
              { label: "首末班", value: one.first === one.last ? one.first : `${one.first} – ${one.last}` },
              { label: "班次", value: `${one.isAbout ? "约 " : ""}${one.trips} 班` },
              { label: "全程", value: one.running },
            ]}
          />
          <div className={styles.scroller} tabIndex={0} role="region" aria-label={`${one.days}各时段的班次`}>
            <table className={styles.hours}>
              <caption className="unseen">各时段的班次和间隔</caption>
              <tbody>
                <tr>
                  <th scope="row">时段</th>
                  {one.hours.map(({ hour }) => (
                    <th key={hour} scope="col">
                      {hour} 时
                    </th>
                  ))}
                </tr>
                <tr>
                  <th scope="row">班次</th>
                  {one.hours.map(({ hour, trips }) => (
                    <td key={hour}>{trips}</td>
                  ))}
                </tr>
                <tr>
                  <th scope="row">到下一班（分钟）</th>
                  {one.hours.map(({ hour, interval }) => (
                    <td key={hour}>{interval}</td>
                  ))}
                </tr>
              </tbody>
            </table>
          </div>
        </section>
      ))}
    </Section>
  );
}
