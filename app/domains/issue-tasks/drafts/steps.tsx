import { draftUrl, tasksUrl } from "../urls";
import styles from "../issue-tasks.module.css";

const steps = [
  { name: "files", label: "下发什么" },
  { name: "whom", label: "发给谁" },
  { name: "how", label: "什么时候、怎样下发" },
  { name: "confirm", label: "核对" },
] as const;
export type Step = (typeof steps)[number]["name"];

/** Where the person stands in making a task; the steps done lead back. */
export function Steps({ draftUuid, at, done }: { draftUuid: string; at: Step; done: readonly Step[] }) {
  return (
    <nav aria-label="步骤">
      <ol className={styles.steps}>
        {steps.map(({ name, label }, nth) => (
          <li key={name} aria-current={name === at ? "step" : undefined}>
            {name !== at && done.includes(name) ? (
              <a href={draftUrl(draftUuid, name)}>{`${nth + 1} ${label}`}</a>
            ) : (
              `${nth + 1} ${label}`
            )}
          </li>
        ))}
        <li>
          <a href={tasksUrl}>下发任务</a>
        </li>
      </ol>
    </nav>
  );
}

/** The steps that a draft may be led to. */
export function doneOf({ files: all, whom, how }: { files?: string[]; whom?: unknown; how?: unknown }): Step[] {
  const files = (all ?? []).length > 0;
  return [
    "files",
    ...(files ? (["whom"] as const) : []),
    ...(files && whom ? (["how"] as const) : []),
    ...(files && whom && how ? (["confirm"] as const) : []),
  ];
}
