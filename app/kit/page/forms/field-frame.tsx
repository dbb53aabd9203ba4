import type { ReactNode } from "react";
import { errorOf, type Field, type FieldProps } from "./field";
import styles from "./fields.module.css";

interface FieldFrameProps extends Pick<FieldProps, "field" | "label" | "hint" | "wide"> {
  required?: boolean;
  /** Several controls under one name, which `group` gives them. */
  group?: boolean;
  /** Its name stands above, and it takes the whole width. */
  over?: boolean;
  children: ReactNode;
}

/** A field of a form: its name, its control, what is wrong with it, and its hint, tied to the control by their ids. */
export function FieldFrame({
  field,
  label,
  hint,
  wide,
  required = field.required,
  group,
  over,
  children,
}: FieldFrameProps) {
  const words = (
    <>
      {label}
      {required && (
        <span className={styles.star} aria-hidden>
          {" *"}
        </span>
      )}
    </>
  );
  return (
    <div className={over ? styles.fieldOver : wide ? styles.fieldWide : styles.field}>
      {group ? (
        <div className={styles.label} id={`${field.id}-label`}>
          {words}
        </div>
      ) : (
        <label className={styles.label} htmlFor={field.id}>
          {words}
        </label>
      )}
      {children}
      <FieldWords field={field} hint={hint} />
    </div>
  );
}

/** What is wrong with a field, and its hint, under its control. */
export function FieldWords({ field, hint }: Pick<FieldProps, "field" | "hint">) {
  const error = errorOf(field);
  return (
    <>
      {error && (
        <div className={styles.error} id={`${field.id}-error`}>
          {error}
        </div>
      )}
      {hint && (
        <div className={styles.hint} id={`${field.id}-description`}>
          {hint}
        </div>
      )}
    </>
  );
}

/** What ties a control to its error and its hint. */
export function tiesOf(field: Field, hint: ReactNode) {
  const ids = [field.errors && `${field.id}-error`, hint ? `${field.id}-description` : undefined].filter(Boolean);
  return {
    "aria-invalid": field.errors ? true : undefined,
    "aria-describedby": ids.length > 0 ? ids.join(" ") : undefined,
  };
}

/** What every control has of its field. */
export function controlOf({ field, hint, disabled }: Pick<FieldProps, "field" | "hint" | "disabled">) {
  return {
    className: styles.input,
    id: field.id,
    name: field.name,
    required: field.required,
    disabled,
    ...tiesOf(field, hint),
  };
}
