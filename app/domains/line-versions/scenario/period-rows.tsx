import table from "~/kit/page/tables/lined-table.module.css";
import type { TypedPeriod } from "./asked";
import { mostPeriods } from "./periods";
import styles from "./scenario.module.css";

/** Rows for periods of the day, with some left to fill in. */
export function PeriodRows({ typed }: { typed: readonly TypedPeriod[] }) {
  const rows = Math.min(mostPeriods, Math.max(4, typed.length + 1));
  return (
    <details className={styles.periods} open={typed.length > 0}>
      <summary>分时段（高峰、平峰、低峰）</summary>
      <table className={`${table.lined} ${styles.figures}`}>
        <caption className="unseen">一天的时段</caption>
        <thead>
          <tr>
            <th scope="col">时段</th>
            <th scope="col">从</th>
            <th scope="col">到</th>
            <th scope="col">行驶系数</th>
          </tr>
        </thead>
        <tbody>
          {Array.from({ length: rows }, (_, row) => (
            <PeriodRow key={row} row={row} typed={typed[row]} />
          ))}
        </tbody>
      </table>
      <p className="quiet">
        每份草稿在各时段的发车间隔填在下表；没有划入时段的时间按“其余”的间隔。行驶系数 1.2 表示行驶时间长两成。
      </p>
    </details>
  );
}

function PeriodRow({ row, typed }: { row: number; typed?: TypedPeriod }) {
  const label = (what: string) => `第 ${row + 1} 个时段的${what}`;
  return (
    <tr>
      <td>
        <input
          name="periodName"
          defaultValue={typed?.name}
          maxLength={16}
          autoComplete="off"
          aria-label={label("名称")}
        />
      </td>
      <td>
        <input type="time" name="periodFrom" defaultValue={typed?.from} aria-label={label("开始时间")} />
      </td>
      <td>
        <input type="time" name="periodTo" defaultValue={typed?.to} aria-label={label("结束时间")} />
      </td>
      <td>
        <input
          name="periodFactor"
          defaultValue={typed?.factor}
          inputMode="decimal"
          size={4}
          autoComplete="off"
          placeholder="1"
          aria-label={label("行驶系数")}
        />
      </td>
    </tr>
  );
}
