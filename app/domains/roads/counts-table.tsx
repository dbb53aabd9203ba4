import styles from "./roads.module.css";
import type { RoadCounts } from "./schema";

interface Counts {
  new: number;
  changed: number;
  unchanged: number;
}

/** Roads, lines and stations that are new, changed or as they were. */
export function CountsTable({ roads, lines, stations }: { roads: RoadCounts; lines: Counts; stations: Counts }) {
  const rows: [string, Counts & { closed?: number }][] = [
    ["道路（条）", roads],
    ["线路", lines],
    ["站点", stations],
  ];
  return (
    <table className={styles.counts}>
      <thead>
        <tr>
          <th scope="col">种类</th>
          <th scope="col">新增</th>
          <th scope="col">变更</th>
          <th scope="col">不变</th>
          <th scope="col">停止通行</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(([name, counts]) => (
          <tr key={name}>
            <th scope="row">{name}</th>
            <td>{counts.new}</td>
            <td>{counts.changed}</td>
            <td>{counts.unchanged}</td>
            <td>{counts.closed ?? "—"}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
