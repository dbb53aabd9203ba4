import type { ReactNode } from "react";
import { Heading } from "./heading";
import { Section } from "./detail-screen";

interface ProgressScreenProps {
  title?: string;
  step: string;
  /** 0 to 1; absent while unknown. */
  done?: number;
  /** Ended: the page no longer loads itself again and shows `children`, the result. */
  state: "running" | "done" | "failed";
  children?: ReactNode;
  actions?: ReactNode;
}

/** How far a job has come; give the route's handle `refresh: (data) => (data.state === "running" ? 2 : undefined)`. */
export function ProgressScreen({ title, step, done, state, children, actions }: ProgressScreenProps) {
  return (
    <>
      <Heading title={title}>{actions}</Heading>
      <Section title={{ running: "正在进行", done: "已完成", failed: "没有完成" }[state]}>
        <p role="status">{step}</p>
        {state === "running" && (
          <>
            <progress className="progress" max={1} value={done} aria-label="进度" />
            <p className="quiet">
              本页会自动更新，也可以离开，任务会继续。<a href="?">立即更新</a> <a href="?still=1">停止自动更新</a>
            </p>
          </>
        )}
        {children}
      </Section>
    </>
  );
}
