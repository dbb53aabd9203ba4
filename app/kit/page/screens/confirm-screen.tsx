import type { ReactNode } from "react";
import { OnceField } from "~/kit/page/forms/once";
import { Heading } from "./heading";
import { Section } from "./detail-screen";
import { blockingOf, type Use, UsesByKind } from "./uses";
import styles from "./confirm-screen.module.css";

interface ConfirmScreenProps {
  title?: string;
  /** The question, naming the record: "删除站点 人民广场？" */
  question: ReactNode;
  uses?: Use[];
  cancelTo: string;
  confirm?: string;
  version?: number;
  /** Asks why, as field `reason`; what is no change of a record has another word for it. */
  askReason?: boolean | "原因";
  error?: string;
  children?: ReactNode;
}

/** Asks before a change and shows what it touches; while something blocks it there is no button to go on. */
export function ConfirmScreen(props: ConfirmScreenProps) {
  const { title, question, uses = [], cancelTo, confirm = "删除", version, askReason, error, children } = props;
  const isBlocked = blockingOf(uses).length > 0;
  return (
    <>
      <Heading title={title} />
      <Section title={isBlocked ? `现在不能${confirm}` : "请确认"}>
        {error && (
          <p role="alert" className="notice bad">
            {error}
          </p>
        )}
        {!isBlocked && <p className={styles.question}>{question}</p>}
        <UsesByKind uses={uses} verb={confirm} />
        <form method="post" className={styles.form}>
          <OnceField />
          {version !== undefined && <input type="hidden" name="version" value={version} />}
          {!isBlocked && children}
          {!isBlocked && askReason && (
            <label className={styles.reason}>
              {askReason === true ? "修改原因" : askReason}
              <input name="reason" maxLength={200} autoComplete="off" />
            </label>
          )}
          {!isBlocked && <button className="button danger">{confirm}</button>}
          <a className="button" href={cancelTo}>
            返回
          </a>
        </form>
      </Section>
    </>
  );
}
