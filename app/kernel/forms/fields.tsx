import { Checkbox, Input, NativeSelect, Radio, Textarea, TextInput, type TextInputProps } from "@mantine/core";
import "./mantine.css";
import { allShown, errorOf, shown, type Choice, type Field, type FieldProps } from "./field";
import styles from "./fields.module.css";

export function TextField(props: FieldProps & { list?: string }) {
  return <Line type="text" list={props.list} {...props} />;
}

/** Digits are typed as text, so that a wrong number comes back as it was typed; `unit` stands at the right. */
export function NumberField({ unit, ...props }: FieldProps & { unit?: string }) {
  return <Line type="text" inputMode="decimal" unit={unit} {...props} />;
}

/** The browser's own date control: `YYYY-MM-DD`, in no time zone. */
export function DateField(props: FieldProps) {
  return <Line type="date" {...props} />;
}

/** `HH:MM`; with `seconds`, `HH:MM:SS`. */
export function TimeField({ seconds, ...props }: FieldProps & { seconds?: boolean }) {
  return <Line type="time" step={seconds ? 1 : undefined} {...props} />;
}

/** Never shows a value; name the field in `readForm`'s `secret` too. */
export function PasswordField(props: FieldProps) {
  return <Line type="password" {...props} field={{ ...plain(props.field), initialValue: undefined }} />;
}

export function TextareaField({ rows = 3, ...props }: FieldProps & { rows?: number }) {
  const { minLength, maxLength } = props.field;
  return (
    <Textarea
      {...common(props)}
      rows={rows}
      minLength={minLength}
      maxLength={maxLength}
      placeholder={props.placeholder}
      defaultValue={shown(props.field)}
    />
  );
}

/** One of a list; `empty` is the text of the entry that stands for no choice, absent where one must be chosen and one is. */
export function ChoiceField({ choices, empty = "请选择", ...props }: FieldProps & { choices: readonly Choice[]; empty?: string | null }) {
  const value = shown(props.field) ?? "";
  const data = empty === null ? [...choices] : [{ value: "", label: empty }, ...choices];
  if (value && !choices.some((choice) => choice.value === value)) data.push({ value, label: `${value}（已停用）` });
  return <NativeSelect {...common(props)} rightSection={noChevron} data={data} defaultValue={value} />;
}

export function RadioField({ choices, ...props }: FieldProps & { choices: readonly Choice[] }) {
  const value = shown(props.field);
  const { field } = props;
  return (
    <Group {...props} role="radiogroup">
      {choices.map((choice, index) => (
        <Radio
          key={choice.value}
          id={index === 0 ? field.id : `${field.id}-${index}`}
          size="xs"
          name={field.name}
          value={choice.value}
          label={choice.label}
          required={field.required}
          disabled={props.disabled ?? choice.disabled}
          defaultChecked={choice.value === value}
          classNames={tickNames}
        />
      ))}
    </Group>
  );
}

/** Several of a list, for an array of strings. */
export function ChoicesField({ choices, ...props }: FieldProps & { choices: readonly Choice[] }) {
  const values = new Set(allShown(props.field));
  const { field } = props;
  return (
    <Group {...props} role="group">
      {choices.map((choice, index) => (
        <Checkbox
          key={choice.value}
          id={index === 0 ? field.id : `${field.id}-${index}`}
          size="xs"
          name={field.name}
          value={choice.value}
          label={choice.label}
          disabled={props.disabled ?? choice.disabled}
          defaultChecked={values.has(choice.value)}
          classNames={tickNames}
        />
      ))}
    </Group>
  );
}

/** One tick, for a boolean: sent as `on`, absent when unticked, so its schema needs a default of false. */
export function CheckField(props: FieldProps) {
  const { field, label, hint, disabled } = props;
  const value = shown(field);
  return (
    <Checkbox
      id={field.id}
      name={field.name}
      size="xs"
      label={label}
      description={hint}
      error={errorOf(field)}
      disabled={disabled}
      defaultChecked={value === "on" || value === "true"}
      classNames={{ ...tickNames, root: props.wide ? styles.tickWide : styles.tick }}
    />
  );
}

/** A file; the form needs `encType="multipart/form-data"`. A refused form cannot keep it: the person chooses it again. */
export function FileField({ accept, multiple, ...props }: FieldProps & { accept?: string; multiple?: boolean }) {
  const { field, disabled } = props;
  const { label, description, error, withAsterisk, ...rest } = common(props);
  return (
    <Input.Wrapper {...{ id: rest.id, label, description, error, withAsterisk }} {...layout(props)}>
      <input
        className={styles.file}
        id={field.id}
        name={field.name}
        type="file"
        accept={accept}
        multiple={multiple}
        required={field.required}
        disabled={disabled}
        aria-invalid={error ? true : undefined}
        aria-describedby={describedBy(field, props.hint)}
      />
    </Input.Wrapper>
  );
}

/** Carries a value that nobody edits: a key, the record's version. */
export function HiddenField({ field, value }: { field: Field; value?: string | number }) {
  return <input type="hidden" name={field.name} defaultValue={value ?? shown(field)} />;
}

function Line({ unit, field, ...props }: FieldProps & Pick<TextInputProps, "type" | "inputMode" | "step" | "list"> & { unit?: string }) {
  const numeric = props.inputMode === "decimal";
  return (
    <TextInput
      {...common({ ...props, field })}
      type={props.type}
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
      defaultValue={shown(field)}
      rightSection={unit && <span className={styles.unit}>{unit}</span>}
    />
  );
}

function Group({ role, children, ...props }: FieldProps & { role: "radiogroup" | "group"; children: React.ReactNode }) {
  const { id, label, description, error, withAsterisk } = common(props);
  return (
    <Input.Wrapper
      {...{ label, description, error, withAsterisk }}
      {...layout(props)}
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

/** Mantine draws a chevron unless something else stands there; ours is a background, lighter by an element a field. */
const noChevron = <></>;

const tickNames = { label: styles.tickLabel, input: styles.box, radio: styles.box };

const classNames = { root: styles.field, label: styles.label, description: styles.hint, error: styles.error, input: styles.input };
const wideClassNames = { ...classNames, root: styles.fieldWide };
const order: ("label" | "input" | "description" | "error")[] = ["label", "input", "description", "error"];

function layout(props: FieldProps) {
  return { classNames: props.wide ? wideClassNames : classNames, inputWrapperOrder: order };
}

function common(props: FieldProps) {
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

function describedBy(field: Field, hint: unknown) {
  const ids = [field.errors && `${field.id}-error`, hint ? `${field.id}-description` : undefined].filter(Boolean);
  return ids.length > 0 ? ids.join(" ") : undefined;
}

/** A conform field's facts without its getters. */
function plain(field: Field): Field {
  const { id, name, errors, required, minLength, maxLength } = field;
  return { id, name, errors, required, minLength, maxLength };
}
