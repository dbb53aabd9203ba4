import type { ReactElement } from "react";
import { asChoices, type Choice, type Field as Control } from "~/kit/page/forms/field";
import {
  CheckField,
  ChoiceField,
  DateField,
  NumberField,
  TextareaField,
  TextField,
  TimeField,
} from "~/kit/page/forms/fields";
import { PickField } from "~/kit/page/forms/pick-field";
import type { Picks } from "~/kit/page/forms/picks";
import { removalOf } from "~/kit/data/files/picture";
import type { Field, Fields, Look } from "./fields";
import { RecordFileInput } from "./record-file";

export interface FieldInputs {
  /** Choices that come from the database, by field name; they take the place of the field's own. */
  choices?: Record<string, readonly Choice[]>;
  picks?: Picks;
  /** Names of the record's files, by the fields that hold them. */
  files?: Record<string, string>;
  /** What was ticked in a form that is shown again. */
  ticked?: readonly string[];
}

/** What one form says of a field that others do not: a hint, readOnly. */
export type Differently = Look & { readOnly?: boolean; disabled?: boolean; label?: string; autoFocus?: boolean };

export function inputsOf(
  fields: Fields,
  controls: Record<string, Control | undefined>,
  names: readonly string[],
  { choices = {}, picks = {}, files = {}, ticked }: FieldInputs = {},
  differently: Record<string, Differently> = {},
): ReactElement[] {
  return names.map((name) => {
    const field = fields[name];
    const control = controls[name];
    if (!field || !control) throw new Error(`the form has no field ${name}`);
    if (field.kind === "file")
      return (
        <RecordFileInput
          key={name}
          name={name}
          field={field}
          control={control}
          there={files[name]}
          isRemoved={ticked?.includes(removalOf(name))}
        />
      );
    return inputOf(name, field, control, { choices: choices[name], offered: picks[name] }, differently[name]);
  });
}

function inputOf(
  name: string,
  field: Field,
  control: Control,
  { choices, offered }: { choices?: readonly Choice[]; offered?: Picks[string] },
  differently: Differently = {},
): ReactElement {
  const { label, hint, placeholder, wide } = field;
  const props = { field: control, label, hint, placeholder, wide, ...differently };
  switch (field.kind) {
    case "number":
      return <NumberField key={name} {...props} unit={field.unit} />;
    case "lines":
      return <TextareaField key={name} {...props} rows={field.rows} />;
    case "check":
      return <CheckField key={name} {...props} />;
    case "date":
      return <DateField key={name} {...props} />;
    case "time":
      return <TimeField key={name} {...props} />;
    case "choice": {
      if (offered)
        return <PickField key={name} {...props} offered={offered} placeholder={placeholder ?? "编号、名称或拼音"} />;
      const own = asChoices((field.choices ?? []) as { value: number; label: string }[]);
      return (
        <ChoiceField
          key={name}
          {...props}
          choices={choices ?? own}
          empty={field.start === undefined ? (placeholder ?? "请选择") : null}
        />
      );
    }
    case "own":
      throw new Error(`${name} has a control of its own, which the form places itself`);
    default:
      return <TextField key={name} {...props} />;
  }
}
