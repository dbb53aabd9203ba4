import { errorOf, type Field, type FieldProps } from "./field";
import styles from "./fields.module.css";

export function layout(props: FieldProps) {
  return { classNames: props.wide ? wideClassNames : classNames, inputWrapperOrder: order };
}

export function common(props: FieldProps) {
  const { field, label, hint, disabled, readOnly } = props;
  return {
    ...layout(props),
    id: field.id,
    name: field.name,
    label,
    description: hint,
    error: errorOf(field),
    required: field.required,
    withAsterisk: field.required,
    disabled,
    readOnly,
  };
}

/** The ids of a control's error and hint, where Mantine does not set them itself. */
export function describedBy(field: Field, hint: unknown) {
  const ids = [field.errors && `${field.id}-error`, hint ? `${field.id}-description` : undefined].filter(Boolean);
  return ids.length > 0 ? ids.join(" ") : undefined;
}

const classNames = {
  root: styles.field,
  label: styles.label,
  description: styles.hint,
  error: styles.error,
  input: styles.input,
};
const wideClassNames = { ...classNames, root: styles.fieldWide };
const order: ("label" | "input" | "description" | "error")[] = ["label", "input", "description", "error"];
