import type { RowProblem } from "./station-entry";
import table from "~/kit/page/tables/scrolled-table.module.css";
import styles from "./stations.module.css";

const mostShown = 300;

export function ProblemList({ problems, total }: { problems: readonly RowProblem[]; total: number }) {
  const shown = problems.slice(0, mostShown);
  return (
    <>
      {shown.length < total && <p className="quiet">只列出前 {shown.length} 条，全部请下载带问题说明的表格。</p>}
      <div className={table.scroller} tabIndex={0} role="region" aria-label="问题">
        <table className={`${table.rows} ${styles.rows}`}>
          <caption className="unseen">问题</caption>
          <thead>
            <tr>
              <th scope="col" className={styles.narrow}>
                文件行
              </th>
              <th scope="col" className={styles.column}>
                列
              </th>
              <th scope="col" className={styles.column}>
                级别
              </th>
              <th scope="col">说明</th>
            </tr>
          </thead>
          <tbody>
            {shown.map(({ row, column, level, message }, at) => (
              <tr key={at}>
                <td className={table.right}>{row || ""}</td>
                <td>{column}</td>
                <td className={level === "error" ? styles.bad : styles.warn}>{level === "error" ? "错误" : "提醒"}</td>
                <td className={styles.words}>{message}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  );
}
