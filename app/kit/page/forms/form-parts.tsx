import { Children, isValidElement, type ReactNode } from "react";
import styles from "./fields.module.css";

interface FormErrors {
  id: string;
  allErrors: Record<string, string[]>;
}

/** What is wrong with a refused form, at its top, each line leading to its field; it takes the focus. */
export function ErrorSummary({
  form,
  labels = {},
  unsaved = "没有保存",
}: {
  form: FormErrors;
  labels?: Record<string, string>;
  unsaved?: string;
}) {
  const wrong = Object.entries(form.allErrors);
  if (wrong.length === 0) return null;
  return (
    <div className={styles.summary} role="alert" tabIndex={-1} autoFocus>
      <strong>{`${unsaved}：有 ${wrong.length} 处需要修改`}</strong>
      <ul>
        {wrong.map(([name, messages]) => (
          <li key={name}>
            {name ? <a href={`#${form.id}-${name}`}>{withLabel(labels[name], messages)}</a> : messages.join("；")}
          </li>
        ))}
      </ul>
    </div>
  );
}

export function Fields({ children }: { children: ReactNode }) {
  return <div className={styles.fields}>{children}</div>;
}

export function FieldSet({ title, children }: { title: string; children: ReactNode }) {
  return (
    <fieldset className={styles.set}>
      <legend>{title}</legend>
      <Fields>{children}</Fields>
    </fieldset>
  );
}

export function Buttons({
  save = "保存",
  asks,
  cancelTo,
  children,
}: {
  save?: string;
  asks?: { name: string; value: string };
  cancelTo?: string;
  children?: ReactNode;
}) {
  return (
    <div className={styles.buttons}>
      <button className="button primary" type="submit" {...asks}>
        {save}
      </button>
      {children}
      {cancelTo && (
        <a className="button" href={cancelTo}>
          取消
        </a>
      )}
    </div>
  );
}

export function labelsIn(children: ReactNode): Record<string, string> {
  const labels: Record<string, string> = {};
  Children.forEach(children, (child) => {
    if (!isValidElement<{ field?: { name?: unknown }; label?: unknown; children?: ReactNode }>(child)) return;
    const { field, label, children: inner } = child.props;
    if (typeof field?.name === "string" && typeof label === "string") labels[field.name] = label;
    if (inner && typeof inner !== "function") Object.assign(labels, labelsIn(inner));
  });
  return labels;
}

function withLabel(label: string | undefined, messages: string[]) {
  const words = messages.join("；");
  return label && !words.includes(label) && !isSentence(label) ? `${label}：${words}` : words;
}

const isSentence = (label: string) => /[：，]/.test(label);
