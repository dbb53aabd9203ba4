import type { Counts } from "./rows";
import styles from "./issue-tasks.module.css";

const countParts = [
  { name: "effective", label: "已生效" },
  { name: "done", label: "已完成" },
  { name: "running", label: "执行中" },
  { name: "waiting", label: "未执行" },
  { name: "failed", label: "失败" },
  { name: "cancelled", label: "已取消" },
] as const;

/** How many vehicles stand in which state: a bar, and the figures in words. */
export function CountsBar({ counts }: { counts: Counts }) {
  const shown = countParts.filter(({ name }) => counts[name] > 0);
  const words = shown.map(({ name, label }) => `${label} ${counts[name]}`).join("，");
  if (counts.total === 0) return <span className="quiet">没有车辆</span>;
  return (
    <span className={styles.counts} title={words}>
      <svg className={styles.bar} viewBox={`0 0 ${counts.total} 1`} preserveAspectRatio="none" aria-hidden="true">
        {shown.map(({ name }, nth) => (
          <rect
            key={name}
            data-state={name}
            x={shown.slice(0, nth).reduce((sum, before) => sum + counts[before.name], 0)}
            width={counts[name]}
            height={1}
          />
        ))}
      </svg>
      <small>{words}</small>
    </span>
  );
}
