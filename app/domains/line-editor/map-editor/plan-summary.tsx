import { metresText } from "~/kit/page/map/line-drawing";
import { figuresOf, measure } from "./measure-plan";
import { callsOf, type Plan } from "./model";
import styles from "./map-editor.module.css";

export function PlanSummary({ plan, waiting }: { plan: Plan; waiting: number }) {
  const measured = measure(plan);
  const total = figuresOf(plan).at(-1)?.along ?? 0;
  const gaps = Math.max(1, measured.length - 1);
  const straight = plan.legs.filter(({ way }) => way === "missing").length;
  const doubtful = measured.filter(({ reason }) => reason).length;
  const outside = plan.head.length + plan.tail.length > 0;
  return (
    <div className={styles.summary} role="status" aria-live="polite">
      <strong>
        {measured.some(({ unsure }) => unsure) && "约 "}
        {(total / 1000).toFixed(3)} 公里
      </strong>
      ，{callsOf(plan).length} 站{measured.length > 1 && `，平均站距 ${metresText(total / gaps)}`}
      {waiting > 0 && <span className={styles.waiting}>正在查找 {waiting} 段道路…</span>}
      {straight > 0 && <span className={styles.bad}>{straight} 段是直线</span>}
      {doubtful > 0 && <span className={styles.doubtful}>{doubtful} 处存疑</span>}
      {outside && <span className={styles.doubtful}>首末站外还有路径</span>}
    </div>
  );
}
