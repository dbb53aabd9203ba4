import { periodInterval } from "./asked";
import { MinutesInput } from "./minutes-input";
import { nameOf, type Period } from "./periods";
import type { Scenario } from "./schema";
import styles from "./scenario.module.css";

type Row = Scenario["rows"][number];

/** The intervals of one draft: one for the day, or one for each period beside the rest. */
export function IntervalCell({ row, periods, named }: { row: Row; periods: readonly Period[]; named: string }) {
  const { intervalMinutes, periodIntervals, timetable, draft } = row;
  const isTimed = timetable !== null && intervalMinutes === null;
  const rest = (
    <MinutesInput
      name="intervalMinutes"
      label={`${named} 的发车间隔`}
      value={intervalMinutes}
      placeholder={timetable ? "时刻表" : undefined}
    />
  );
  const byTimetable = timetable && (
    <div className="quiet">
      {isTimed ? "按时刻表，" : "时刻表 "}
      {timetable.trips ?? "—"} 班
    </div>
  );
  if (periods.length === 0)
    return (
      <>
        {rest}
        {byTimetable}
      </>
    );
  const needs = (name: string) => {
    const part = draft.parts.find((one) => one.name === name);
    return part ? `${part.buses ?? "—"} 辆 ${part.trips ?? "—"} 班` : "没有班次";
  };
  return (
    <div className={styles.intervals}>
      {periods.map((period, at) => (
        <div key={at}>
          <span>{nameOf(period)}</span>
          <MinutesInput
            name={periodInterval(at)}
            label={`${named} 在${nameOf(period)}的发车间隔`}
            value={periodIntervals[at] ?? null}
            placeholder={isTimed ? "时刻表" : String(intervalMinutes)}
          />
          <span className="quiet">{needs(nameOf(period))}</span>
        </div>
      ))}
      <div>
        <span>其余</span>
        {rest}
        <span className="quiet">{needs("其余时间")}</span>
      </div>
      {byTimetable}
    </div>
  );
}
