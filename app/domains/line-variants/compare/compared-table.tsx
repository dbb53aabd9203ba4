import scrolled from "~/kit/page/tables/scrolled-table.module.css";
import type { ComparedRow } from "./compare.server";
import { farApart } from "./differences";
import styles from "./compare.module.css";

export function ComparedTable({ rows, caption }: { rows: readonly ComparedRow[]; caption: string }) {
  if (rows.length === 0) return <p className="quiet">两边都没有站点。</p>;
  return (
    <div className={scrolled.scroller}>
      <table className={styles.table}>
        <caption className="unseen">{caption}</caption>
        <thead>
          <tr>
            <th scope="col" className={styles.number}>
              左
            </th>
            <th scope="col" className={styles.number}>
              右
            </th>
            <th scope="col">站点</th>
            <th scope="col" className={styles.number}>
              站距 左 / 右
            </th>
            <th scope="col">不同</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <Row key={`${row.left?.serial}-${row.right?.serial}`} row={row} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Row({ row }: { row: ComparedRow }) {
  const { left, right, kind, differences } = row;
  const { staName, staSelfCode } = (left ?? right)!;
  const [a, b] = [spacing(left), spacing(right)];
  return (
    <tr data-kind={kind}>
      <td className={styles.number}>{left?.serial}</td>
      <td className={styles.number}>{right?.serial}</td>
      <td>
        {row.mark && <strong>（{row.mark}）</strong>}
        {staName} <span className="quiet">{staSelfCode}</span>
      </td>
      <td className={styles.number}>
        {kind === "same" && farApart(left?.distancePrev, right?.distancePrev) ? (
          <mark>
            {a || "—"} / {b || "—"}
          </mark>
        ) : (
          [a, b].filter(Boolean)[0]
        )}
      </td>
      <td>
        {kind === "same"
          ? differences.map((one) => <mark key={one}>{one}</mark>).flatMap((one, nth) => (nth > 0 ? [" ", one] : [one]))
          : whatOf(row)}
      </td>
    </tr>
  );
}

const spacing = (side: ComparedRow["left"]) => side?.distancePrev?.toFixed(3) ?? "";

function whatOf({ kind, left, right, otherSerial }: ComparedRow): string {
  if (kind === "moved") return left ? `移到右边第 ${otherSerial} 站` : `从左边第 ${otherSerial} 站移来`;
  return `只在${kind === "left" ? "左" : "右"}边（${(left ?? right)!.staTypeName}）`;
}
