import type { StationPreview } from "./preview";
import styles from "./stations.module.css";

export function CountList({ preview: { rows, otherLines, counts } }: { preview: StationPreview }) {
  return (
    <ul className={styles.counts}>
      <Count name="读到" value={rows} unit="行" />
      <Count name="编号相同" value={counts.code} />
      <Count name="站名相同" value={counts.name} />
      {counts.chosen > 0 && <Count name="人工选择" value={counts.chosen} />}
      <Count name="新建站点" value={counts.new} />
      {otherLines > 0 && <Count name="其他线路（不导入）" value={otherLines} unit="行" />}
      <Count name="错误" value={counts.errors} tone={counts.errors > 0 ? styles.bad : undefined} />
      <Count name="提醒" value={counts.warnings} tone={counts.warnings > 0 ? styles.warn : undefined} />
    </ul>
  );
}

function Count({ name, value, unit, tone }: { name: string; value: number; unit?: string; tone?: string }) {
  return (
    <li className={tone}>
      {name} <strong>{value}</strong>
      {unit && ` ${unit}`}
    </li>
  );
}
