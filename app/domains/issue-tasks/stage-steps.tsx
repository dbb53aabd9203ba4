import { CountsBar } from "./counts-bar";
import type { Stage } from "./stages.server";
import styles from "./issue-tasks.module.css";

const words = { done: "已放出", now: "正在下发", waiting: "等前一批" } as const;

/** The shares of a task one after the other, each with its vehicles. */
export function StageSteps({ stages }: { stages: readonly Stage[] }) {
  return (
    <ol className={styles.stages} aria-label="各批">
      {stages.map(({ nth, percent, standing, counts }) => (
        <li key={nth} data-standing={standing} aria-current={standing === "now" ? "step" : undefined}>
          <div>
            <a href={`?stage=${nth}`}>{`第 ${nth} 批`}</a>{" "}
            <span className="quiet">
              到 {percent}%，{counts.total} 辆次，{words[standing]}
            </span>
          </div>
          <CountsBar counts={counts} />
        </li>
      ))}
    </ol>
  );
}
