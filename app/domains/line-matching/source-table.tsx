import table from "~/kit/page/tables/scrolled-table.module.css";
import { kilometresText } from "~/domains/lines/labels";
import styles from "~/domains/line-versions/lines.module.css";
import type { MatchSource } from "~/domains/lines/match-sources";
import type { SourceOffer } from "./source-offers.server";

interface SourceTableProps {
  offers: readonly SourceOffer[];
  compared: string | null;
  chosen: boolean;
  sourceUrl: (source: MatchSource | undefined) => string;
}

export function SourceTable({ offers, compared, chosen, sourceUrl }: SourceTableProps) {
  return (
    <div className={table.scroller}>
      <table className={`${table.rows} ${styles.sources}`}>
        <caption>路径来源，按优先次序{chosen && <a href={sourceUrl(undefined)}>恢复自动选择来源</a>}</caption>
        <thead>
          <tr>
            <th scope="col">来源</th>
            <th scope="col" className={table.right}>
              里程（公里）
            </th>
            <th scope="col" className={table.right}>
              在道路上
            </th>
            <th scope="col" className={table.right}>
              断开
            </th>
            {compared && (
              <th scope="col" className={table.right}>
                与{compared}不同
              </th>
            )}
            <th scope="col">说明</th>
            <th scope="col">操作</th>
          </tr>
        </thead>
        <tbody>
          {offers.map(({ source, sourceName, used, open, reason, gives }, at) => (
            <tr key={source} aria-current={used || undefined}>
              <td>
                {at + 1} <strong>{sourceName}</strong>
                {used ? "（本次使用）" : ""}
              </td>
              <td className={table.right}>{gives?.mileage.toFixed(3) ?? "—"}</td>
              <td className={table.right}>{gives ? `${Math.round(gives.matchRatio * 100)}%` : "—"}</td>
              <td className={table.right}>{gives ? `${gives.breaks} 处` : "—"}</td>
              {compared && (
                <td className={table.right}>
                  {gives?.leaves === null || !gives
                    ? "—"
                    : gives.leaves === 0
                      ? "无"
                      : kilometresText(gives.leaves / 1000)}
                </td>
              )}
              <td className={styles.reason}>{reason}</td>
              <td>{!used && open && <a href={sourceUrl(source)}>改用{sourceName}</a>}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
