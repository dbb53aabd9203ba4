import type { ReactNode } from "react";
import { fieldValues, fieldValue, type Choice, type FieldProps } from "./field";
import { FieldFrame, FieldWords, tiesOf } from "./field-frame";
import styles from "./fields.module.css";

export function RadioField({ choices, ...props }: FieldProps & { choices: readonly Choice[] }) {
  const value = fieldValue(props.field);
  return (
    <Group {...props} role="radiogroup">
      {choices.map((choice, index) => (
        <Tick
          key={choice.value}
          type="radio"
          {...tickOf(props, choice, index)}
          required={props.field.required}
          defaultChecked={choice.value === value}
        />
      ))}
    </Group>
  );
}

export function ChoicesField({ choices, ...props }: FieldProps & { choices: readonly Choice[] }) {
  const values = new Set(fieldValues(props.field));
  return (
    <Group {...props} role="group">
      {choices.map((choice, index) => (
        <Tick
          key={choice.value}
          type="checkbox"
          {...tickOf(props, choice, index)}
          defaultChecked={values.has(choice.value)}
        />
      ))}
    </Group>
  );
}

const tickOf = ({ field, disabled }: FieldProps, choice: Choice, index: number) => ({
  id: index === 0 ? field.id : `${field.id}-${index}`,
  name: field.name,
  value: choice.value,
  label: choice.label,
  disabled: disabled ?? choice.disabled,
});

function Tick({ label, ...input }: { label: string } & React.InputHTMLAttributes<HTMLInputElement>) {
  return (
    <span className={styles.choice}>
      <input {...input} />
      <label htmlFor={input.id}>{label}</label>
    </span>
  );
}

/** One tick, for a boolean: sent as `on`, absent when unticked, so its schema needs a default of false. */
export function CheckField({ field, label, hint, wide, disabled }: FieldProps) {
  const value = fieldValue(field);
  return (
    <div className={wide ? styles.tickWide : styles.tick}>
      <Tick
        type="checkbox"
        id={field.id}
        name={field.name}
        label={label}
        {...tiesOf(field, hint)}
        disabled={disabled}
        defaultChecked={value === "on" || value === "true"}
      />
      <FieldWords field={field} hint={hint} />
    </div>
  );
}

export function Group({
  role,
  children,
  ...props
}: FieldProps & { role: "radiogroup" | "group"; over?: boolean; children: ReactNode }) {
  const { field, hint } = props;
  return (
    <FieldFrame {...props} group>
      <div
        className={styles.group}
        role={role}
        aria-labelledby={`${field.id}-label`}
        aria-describedby={tiesOf(field, hint)["aria-describedby"]}
      >
        {children}
      </div>
    </FieldFrame>
  );
}
