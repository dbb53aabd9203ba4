import type { InputHTMLAttributes, ReactNode } from "react";
import { fieldValue, type Choice, type Field, type FieldProps } from "./field";
import { controlOf, FieldFrame, tiesOf } from "./field-frame";
import { GroupedOptions } from "./grouped-options";
import styles from "./fields.module.css";

export { CheckField, ChoicesField, RadioField } from "./tick-fields";

export function TextField(props: FieldProps & { list?: string }) {
  return <Line type="text" list={props.list} {...props} />;
}

/** Digits are typed as text, so that a wrong number comes back as it was typed; `unit` stands at the right. */
export function NumberField({ unit, ...props }: FieldProps & { unit?: string }) {
  return <Line type="text" inputMode="decimal" unit={unit} {...props} />;
}

export function CodeField(props: FieldProps) {
  return <Line type="text" inputMode="numeric" autoComplete="one-time-code" {...props} />;
}

/** The browser's own date control: `YYYY-MM-DD`, in no time zone. */
export function DateField(props: FieldProps) {
  return <Line type="date" {...props} />;
}

/** `HH:MM`; with `seconds`, `HH:MM:SS`. */
export function TimeField({ seconds, ...props }: FieldProps & { seconds?: boolean }) {
  return <Line type="time" step={seconds ? 1 : undefined} {...props} />;
}

/** Never shows a value; its field is declared among the `secrets` of the form. */
export function PasswordField(props: FieldProps) {
  return <Line type="password" {...props} field={{ ...plain(props.field), initialValue: undefined }} />;
}

export function TextareaField({ rows = 3, ...props }: FieldProps & { rows?: number }) {
  const { minLength, maxLength } = props.field;
  return (
    <FieldFrame {...props}>
      <textarea
        {...controlOf(props)}
        readOnly={props.readOnly}
        rows={rows}
        minLength={minLength}
        maxLength={maxLength}
        placeholder={props.placeholder}
        autoFocus={props.autoFocus}
        defaultValue={fieldValue(props.field)}
      />
    </FieldFrame>
  );
}

export interface ChoiceFieldProps extends FieldProps {
  choices: readonly Choice[];
  /** The text of the entry that stands for no choice; null where one must be chosen and one is. */
  empty?: string | null;
  required?: boolean;
  /** What the choices' groups are: with JavaScript one of them is chosen first, that of the choice in the field `follows`. */
  steps?: string;
  follows?: Field;
  around?: (select: ReactNode) => ReactNode;
}

/** One of a list; where something must be chosen and there is but one thing, it is chosen from the start, not again once it was refused. */
export function ChoiceField({ choices, empty = "请选择", steps, follows, around, ...props }: ChoiceFieldProps) {
  const required = props.required ?? props.field.required;
  const only = required && choices.length === 1 && !props.field.errors?.length ? choices[0]!.value : "";
  const value = fieldValue(props.field) ?? only;
  const known = !value || choices.some((choice) => choice.value === value);
  const select = (
    <select
      {...controlOf(props)}
      required={required}
      autoFocus={props.autoFocus}
      defaultValue={value}
      data-steps={steps}
      data-follows={follows?.name}
    >
      {empty !== null && <option value="">{empty}</option>}
      <GroupedOptions choices={choices} />
      {!known && <option value={value}>{`${value}（已停用）`}</option>}
    </select>
  );
  return (
    <FieldFrame {...props} required={required}>
      {around ? around(select) : select}
    </FieldFrame>
  );
}

/** A file; the form needs `encType="multipart/form-data"`. A refused form cannot keep it: the person chooses it again. Children stand above the control: what is there now. */
export function FileField({
  accept,
  multiple,
  children,
  ...props
}: FieldProps & { accept?: string; multiple?: boolean; children?: ReactNode }) {
  const { field, hint, disabled } = props;
  return (
    <FieldFrame {...props}>
      {children}
      <input
        className={styles.file}
        id={field.id}
        name={field.name}
        type="file"
        accept={accept}
        multiple={multiple}
        required={field.required}
        disabled={disabled}
        {...tiesOf(field, hint)}
      />
    </FieldFrame>
  );
}

export function HiddenField({ field, value }: { field: Field; value?: string | number }) {
  return <input type="hidden" name={field.name} defaultValue={value ?? fieldValue(field)} />;
}

type LineProps = FieldProps & Pick<InputHTMLAttributes<HTMLInputElement>, "type" | "inputMode" | "step" | "list">;

function Line({ unit, ...props }: LineProps & { unit?: string }) {
  const { field, type } = props;
  const numeric = props.inputMode === "decimal";
  const input = (
    <input
      {...controlOf(props)}
      readOnly={props.readOnly}
      type={type}
      inputMode={props.inputMode}
      list={props.list}
      step={props.step}
      placeholder={props.placeholder}
      autoComplete={props.autoComplete ?? "off"}
      autoFocus={props.autoFocus}
      minLength={field.minLength}
      maxLength={field.maxLength}
      min={numeric ? undefined : field.min}
      max={numeric ? undefined : field.max}
      pattern={field.pattern}
      defaultValue={fieldValue(field)}
      style={unit ? { paddingInlineEnd: `calc(${unit.length}em + 14px)` } : undefined}
    />
  );
  return (
    <FieldFrame {...props}>
      {unit || type === "password" ? (
        <span className={styles.within}>
          {input}
          {unit && <span className={styles.unit}>{unit}</span>}
        </span>
      ) : (
        input
      )}
    </FieldFrame>
  );
}

function plain(field: Field): Field {
  const { id, name, errors, required, minLength, maxLength } = field;
  return { id, name, errors, required, minLength, maxLength };
}
