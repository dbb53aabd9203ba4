import { type CSSProperties, Fragment } from "react";
import type { Gap } from "~/domains/line-versions/schema";
import table from "~/kit/page/tables/scrolled-table.module.css";
import styles from "~/domains/line-versions/lines.module.css";
import { isDoubtful } from "~/domains/lines/match-sources";

interface GapTableProps {
  gaps: readonly Gap[];
  stations: readonly { serial: number; staName: string }[];
  vias: readonly { gap: number }[];
  drawn: readonly number[];
  /** Gaps that may be ticked to be taken alone; empty: none. */
  picks: readonly number[];
  /** Addresses of setting a gap's points to pass, and of matching it alone; null: there is no path to keep the rest of. */
  setUrl: (gap: number) => string;
  onlyUrl: (gap: number) => string | null;
  current: number | null;
}

export function GapTable({ gaps, stations, vias, drawn, picks, setUrl, onlyUrl, current }: GapTableProps) {
  return (
    <div className={table.scroller}>
      <table className={`${table.rows} ${styles.stations}`}>
        <caption className="unseen">各站间的匹配程度</caption>
        <thead>
          <tr>
            {picks.length > 0 && (
              <th scope="col">
                <span className="unseen">勾选</span>
              </th>
            )}
            <th scope="col">站间</th>
            <th scope="col" className={table.right}>
              路径/直线（米）
            </th>
            <th scope="col">可信度</th>
            <th scope="col">操作</th>
          </tr>
        </thead>
        <tbody>
          {gaps.map((gap) => {
            const share = Math.round(gap.confidence * 100);
            const name = `${gap.from + 1} ${stations[gap.from]?.staName} → ${gap.to + 1} ${stations[gap.to]?.staName}`;
            const own = vias.filter((via) => via.gap === gap.from).length;
            const only = onlyUrl(gap.from);
            return (
              <Fragment key={gap.from}>
                <tr
                  data-station-serial={gap.to + 1}
                  className={gap.broken ? styles.error : isDoubtful(gap) ? styles.warning : undefined}
                  aria-current={current === gap.from || undefined}
                >
                  {picks.length > 0 && (
                    <td>
                      {picks.includes(gap.from) && (
                        <input type="checkbox" name="pick" value={gap.from} aria-label={`勾选 ${name}`} />
                      )}
                    </td>
                  )}
                  <td className={table.name} title={name}>
                    {name}
                    {drawn.includes(gap.from) && "（含手绘）"}
                  </td>
                  <td className={table.right}>
                    {Math.round(gap.routeLength)}/{Math.round(gap.straightLength)}
                  </td>
                  <td>
                    <span
                      className={styles.bar}
                      data-doubtful={isDoubtful(gap) || undefined}
                      style={{ "--share": `${share}%` } as CSSProperties}
                      aria-hidden
                    />{" "}
                    {gap.broken ? "断开" : `${share}%`}
                  </td>
                  <td>
                    <a href={setUrl(gap.from)} aria-label={`${name}：途经点`}>
                      途经点{own > 0 && ` ${own}`}
                    </a>
                    {only && (
                      <>
                        {" "}
                        <a href={only} aria-label={`${name}：只匹配这一段`}>
                          只匹配
                        </a>
                      </>
                    )}
                  </td>
                </tr>
                {gap.reason && (
                  <tr className={styles.problems}>
                    <td colSpan={picks.length > 0 ? 5 : 4} className={gap.broken ? styles.error : styles.warning}>
                      {gap.reason}
                    </td>
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
