import type { Field } from "./field";
import { ChoiceField, DateField, NumberField, TextField, TimeField } from "./fields";

/** A field whose kind is data, as the columns of a type of node are. */
export interface FieldKind {
  name: string;
  label: string;
  kind: "number" | "date" | "time" | "text" | "choice" | "check";
  unit?: string;
  /** Of a choice; a check has yes and no. */
  options?: readonly string[];
}

/** A control for each of these fields that the form has. */
export function KindFields({ kinds, fields }: { kinds: readonly FieldKind[]; fields: Record<string, Field> }) {
  return kinds.map((one) => fields[one.name] && <KindField key={one.name} {...one} field={fields[one.name]!} />);
}

function KindField({ field, label, kind, unit, options = ["是", "否"] }: FieldKind & { field: Field }) {
  if (kind === "number") return <NumberField field={field} label={label} unit={unit} />;
  if (kind === "date") return <DateField field={field} label={label} />;
  if (kind === "time") return <TimeField field={field} label={label} />;
  if (kind === "text") return <TextField field={field} label={label} />;
  return <ChoiceField field={field} label={label} choices={options.map((value) => ({ value, label: value }))} />;
}
