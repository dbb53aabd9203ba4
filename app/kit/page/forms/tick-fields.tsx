import { Checkbox, Input, Radio } from "@mantine/core";
import type { ReactNode } from "react";
import "./mantine.css";
import { fieldValues, errorOf, fieldValue, type Choice, type FieldProps } from "./field";
import { common, describedBy, layout } from "./field-layout";
import styles from "./fields.module.css";

export function RadioField({ choices, ...props }: FieldProps & { choices: readonly Choice[] }) {
  const value = fieldValue(props.field);
  return (
    <Group {...props} role="radiogroup">
      {choices.map((choice, index) => (
        <Radio
          key={choice.value}
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
        <Checkbox key={choice.value} {...tickOf(props, choice, index)} defaultChecked={values.has(choice.value)} />
      ))}
    </Group>
  );
}

const tickOf = ({ field, disabled }: FieldProps, choice: Choice, index: number) => ({
  id: index === 0 ? field.id : `${field.id}-${index}`,
  size: "xs",
  name: field.name,
  value: choice.value,
  label: choice.label,
  disabled: disabled ?? choice.disabled,
  classNames: tickNames,
});

/** One tick, for a boolean: sent as `on`, absent when unticked, so its schema needs a default of false. */
export function CheckField(props: FieldProps) {
  const { field, label, hint, disabled } = props;
  const value = fieldValue(field);
  const error = errorOf(field);
  // Mantine gives a tick's words no ids, so that nothing would tie them to it.
  return (
    <Checkbox
      id={field.id}
      name={field.name}
      size="xs"
      label={label}
      description={hint && <span id={`${field.id}-description`}>{hint}</span>}
      error={error && <span id={`${field.id}-error`}>{error}</span>}
      aria-invalid={error ? true : undefined}
      aria-describedby={describedBy(field, hint)}
      disabled={disabled}
      defaultChecked={value === "on" || value === "true"}
      classNames={{ ...tickNames, root: props.wide ? styles.tickWide : styles.tick }}
    />
  );
}

export function Group({
  role,
  over,
  children,
  ...props
}: FieldProps & { role: "radiogroup" | "group"; over?: boolean; children: ReactNode }) {
  const look = layout(props);
  const { id, label, description, error, withAsterisk } = common(props);
  return (
    <Input.Wrapper
      label={label}
      description={description}
      error={error}
      withAsterisk={withAsterisk}
      {...look}
      classNames={over ? { ...look.classNames, root: styles.fieldOver } : look.classNames}
      id={id}
      labelElement="div"
      labelProps={{ id: `${id}-label`, htmlFor: undefined }}
    >
      <div
        className={styles.group}
        role={role}
        aria-labelledby={`${id}-label`}
        aria-describedby={describedBy(props.field, props.hint)}
      >
        {children}
      </div>
    </Input.Wrapper>
  );
}

const tickNames = { label: styles.tickLabel, input: styles.box, radio: styles.box };
