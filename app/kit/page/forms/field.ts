import type { ReactNode } from "react";

export interface Choice {
  value: string;
  label: string;
  disabled?: boolean;
  /** Choices of one group stand together under its name, in a select. */
  group?: string;
}

export interface Field {
  id: string;
  name: string;
  initialValue?: unknown;
  errors?: string[];
  required?: boolean;
  minLength?: number;
  maxLength?: number;
  min?: string | number;
  max?: string | number;
  step?: string | number;
  pattern?: string;
}

export interface FieldProps {
  field: Field;
  label: string;
  /** One line under the control: what to enter, in which unit. */
  hint?: ReactNode;
  wide?: boolean;
  disabled?: boolean;
  readOnly?: boolean;
  placeholder?: string;
  autoComplete?: string;
  autoFocus?: boolean;
}

/** The value to show in a control: what was typed, else the record's. */
export function fieldValue(field: Field): string | undefined {
  const value = field.initialValue;
  if (Array.isArray(value)) return typeof value[0] === "string" ? value[0] : undefined;
  return value === undefined || value === null || typeof value === "object" ? undefined : String(value);
}

export function fieldValues(field: Field): string[] {
  const value = field.initialValue;
  if (Array.isArray(value)) return value.filter((one) => typeof one === "string");
  return typeof value === "string" && value !== "" ? [value] : [];
}

export const errorOf = (field: Field) => field.errors?.join("；");

/** Of a list's options those that its dictionary offers, in its order, or all where that says nothing; what the field has stays, marked. */
export function withCurrentChoice(
  options: readonly { value: number; label: string }[],
  offered: readonly string[] | undefined,
  field?: Field,
): Choice[] {
  const all = asChoices(options);
  if (!offered) return all;
  const now = field && fieldValue(field);
  const own = all
    .filter(({ value }) => value === now && !offered.includes(value))
    .map(({ value, label }) => ({ value, label: `${label}（已停用）` }));
  return [...offered.flatMap((number) => all.find(({ value }) => value === number) ?? []), ...own];
}

export const asChoices = (options: readonly { value: number; label: string }[]): Choice[] =>
  options.map(({ value, label }) => ({ value: String(value), label }));

export const yesNoChoices = (yes: string, no: string): Choice[] => [
  { value: "1", label: yes },
  { value: "0", label: no },
];
