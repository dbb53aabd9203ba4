import type { ReactNode } from "react";
import { Heading } from "./heading";
import { Section } from "./detail-screen";
import styles from "./confirm-screen.module.css";

/** What else holds on to the record: `blocking` uses stop the change, the others are only named. */
export interface Use {
  label: string;
  count: number;
  blocking: boolean;
  /** It comes to an end with the record, until the record is restored. */
  ends?: boolean;
  items?: { title: string; href?: string }[];
  href?: string;
}

interface ConfirmScreenProps {
  title?: string;
  /** The question, naming the record: "删除站点 人民广场？" */
  question: ReactNode;
  uses?: Use[];
  cancelTo: string;
  confirm?: string;
  version?: number;
  /** Asks why, as field `reason`. */
  askReason?: boolean;
  error?: string;
  children?: ReactNode;
}

/** Asks before a change and shows what it touches; while something blocks it there is no button to go on. */
export function ConfirmScreen(props: ConfirmScreenProps) {
  const { title, question, uses = [], cancelTo, confirm = "删除", version, askReason, error, children } = props;
  const blocking = uses.filter((use) => use.blocking && use.count > 0);
  const others = uses.filter((use) => !use.blocking && !use.ends && use.count > 0);
  const ending = uses.filter((use) => use.ends && use.count > 0);
  return (
    <>
      <Heading title={title} />
      <Section title={blocking.length > 0 ? `现在不能${confirm}` : "请确认"}>
        {error && (
          <p role="alert" className="notice bad">
            {error}
          </p>
        )}
        {blocking.length === 0 && <p className={styles.question}>{question}</p>}
        {blocking.length > 0 && <Uses title={`因为以下记录，现在不能${confirm}，请先处理：`} uses={blocking} />}
        {ending.length > 0 && <Uses title={`${confirm}后到此为止，恢复后继续：`} uses={ending} />}
        {others.length > 0 && <Uses title="以下记录与它有关，会保留：" uses={others} />}
        <form method="post" className={styles.form}>
          {version !== undefined && <input type="hidden" name="version" value={version} />}
          {blocking.length === 0 && children}
          {blocking.length === 0 && askReason && (
            <label className={styles.reason}>
              原因
              <input name="reason" maxLength={200} autoComplete="off" />
            </label>
          )}
          {blocking.length === 0 && <button className="button danger">{confirm}</button>}
          <a className="button" href={cancelTo}>
            返回
          </a>
        </form>
      </Section>
    </>
  );
}

export function Uses({ title, uses }: { title: string; uses: Use[] }) {
  return (
    <div className={styles.uses}>
      <p>{title}</p>
      <ul>
        {uses.map(({ label, count, items = [], href }) => (
          <li key={label}>
            {href ? <a href={href}>{label}</a> : label} {count} 条{items.length > 0 && "："}
            {items.map((item, index) => (
              <span key={item.title + index}>
                {index > 0 && "、"}
                {item.href ? <a href={item.href}>{item.title}</a> : item.title}
              </span>
            ))}
            {items.length > 0 && items.length < count && " 等"}
          </li>
        ))}
      </ul>
    </div>
  );
}
