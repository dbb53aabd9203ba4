import { type CSSProperties, Fragment } from "react";
import type { Gap } from "./schema";
import styles from "./lines.module.css";

/** How sure the match is of each way between two stations; breaks in red. */
export function GapTable({ gaps, stations }: { gaps: readonly Gap[]; stations: readonly { serial: number; staName: string }[] }) {
  return (
    <div className={styles.scroller}>
      <table className={styles.stations}>
        <caption className="unseen">各站间的匹配程度</caption>
        <thead>
          <tr>
            <th scope="col">站间</th>
            <th scope="col" className={styles.right}>路径（米）</th>
            <th scope="col" className={styles.right}>直线（米）</th>
            <th scope="col">可信度</th>
          </tr>
        </thead>
        <tbody>
          {gaps.map((gap) => {
            const share = Math.round(gap.confidence * 100);
            return (
              <Fragment key={gap.from}>
                <tr data-station-serial={gap.to + 1} className={gap.broken ? styles.error : undefined}>
                  <td className={styles.name}>
                    {gap.from + 1} {stations[gap.from]?.staName} → {gap.to + 1} {stations[gap.to]?.staName}
                  </td>
                  <td className={styles.right}>{Math.round(gap.routeLength)}</td>
                  <td className={styles.right}>{Math.round(gap.straightLength)}</td>
                  <td>
                    <span className={styles.bar} data-doubtful={share < 50 || undefined} style={{ "--share": `${share}%` } as CSSProperties} aria-hidden /> {gap.broken ? "断开" : `${share}%`}
                  </td>
                </tr>
                {gap.reason && (
                  <tr className={styles.problems}>
                    <td colSpan={4} className={gap.broken ? styles.error : styles.warning}>{gap.reason}</td>
                  </tr>
                )}
              </Fragment>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}
