import type { ReactNode } from "react";
import { OnceField } from "~/kit/page/forms/once";
import { Buttons, ErrorSummary, labelsIn } from "~/kit/page/forms/form-parts";
import { Heading } from "./heading";
import styles from "./form-screen.module.css";

interface FormScreenProps {
  form: { id: string; allErrors: Record<string, string[]>; initialValue?: unknown };
  /** Absent where there is nothing to go back to. */
  cancelTo?: string;
  /** The action's answer, whose `stale` stands above the fields. */
  answer?: { reply?: unknown; stale?: string };
  title?: string;
  save?: string;
  /** What a refused form begins with, in place of 没有保存. */
  unsaved?: string;
  /** What the main button sends besides, where it does not save yet. */
  asks?: { name: string; value: string };
  /** Where to post; the page's own address by default. */
  action?: string;
  multipart?: boolean;
  /** Labels for the error summary, by field name, of fields that stand inside components of their own. */
  labels?: Record<string, string>;
  /** The record's version, sent back so that a stale save is noticed. */
  version?: number;
  note?: ReactNode;
  actions?: ReactNode;
  buttons?: ReactNode;
  children: ReactNode;
}

export function FormScreen(props: FormScreenProps) {
  const { form, title, note, actions, action, multipart, labels, save, unsaved, asks, cancelTo, buttons, children } =
    props;
  // A form shown again keeps the version it began from, or a change made meanwhile would go unnoticed.
  const typed = form.initialValue as { version?: number; once?: string } | undefined;
  const version = typed?.version ?? props.version;
  return (
    <>
      <Heading title={title} note={note}>
        {actions}
      </Heading>
      <form
        id={form.id}
        method="post"
        action={action}
        encType={multipart ? "multipart/form-data" : undefined}
        className={styles.form}
        data-keep-typing=""
      >
        {/* Enter in a field presses a form's first button, which must be one that saves; a word in a search box is looked for, whatever else is missing. */}
        <button hidden formNoValidate {...(asks ?? { name: "find", value: "" })} />
        <ErrorSummary form={form} labels={{ ...labelsIn(children), ...labels }} unsaved={unsaved} />
        <OnceField value={typed?.once} />
        {version !== undefined && <input type="hidden" name="version" value={version} />}
        {props.answer?.stale && (
          <p role="alert" className="notice bad">
            {props.answer.stale}
          </p>
        )}
        {children}
        <div className={styles.foot}>
          <Buttons save={save} asks={asks} cancelTo={cancelTo}>
            {buttons}
          </Buttons>
        </div>
      </form>
    </>
  );
}
