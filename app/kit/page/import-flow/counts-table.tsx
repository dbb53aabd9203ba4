import type { Counts } from "./proposal";
import styles from "~/kit/page/tables/figures.module.css";

export function CountsTable({ rows }: { rows: readonly (readonly [kind: string, counts: Counts])[] }) {
  const closing = rows.some(([, { closed }]) => closed !== undefined);
  return (
    <table className={`${styles.figures} ${styles.counts}`}>
      <caption className="unseen">导入的数量</caption>
      <thead>
        <tr>
          <th scope="col">种类</th>
          <th scope="col">新增</th>
          <th scope="col">变更</th>
          <th scope="col">不变</th>
          {closing && <th scope="col">停用</th>}
        </tr>
      </thead>
      <tbody>
        {rows.map(([kind, counts]) => (
          <tr key={kind}>
            <th scope="row">{kind}</th>
            <td>{counts.new}</td>
            <td>{counts.changed}</td>
            <td>{counts.unchanged}</td>
            {closing && <td>{counts.closed ?? "—"}</td>}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
