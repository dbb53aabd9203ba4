import type { SheetCell } from "~/kit/page/sheets/sheet";
import type { Field, Option } from "../fields";

/** Where a cell's code finds a record of another room; `code` is the column of that code. */
export interface SheetReference {
  table: string;
  key: string;
  code: string;
  title: string;
}

export type ColumnKind = "text" | "number" | "date" | "choice" | "check";

/** A column of a sheet: a field of the record, as people write it into a cell. */
export interface SheetColumn {
  name: string;
  header: string;
  required: boolean;
  remark: string;
  kind: ColumnKind;
  width: number;
  example: SheetCell;
  field: Field;
  choices?: readonly Option[];
  /** Of them those that a new record may have. */
  offered?: readonly Option[];
  bits?: readonly { value: number; label: string }[];
  reference?: SheetReference;
  read?(text: string): unknown;
  write?(value: never): SheetCell;
}

/** What a sheet says of a field beyond what the field says itself. */
export interface ColumnLook {
  remark?: string;
  example?: SheetCell;
  width?: number;
  required?: boolean;
  /** null: the cell is read as its text, though the field holds keys. */
  reference?: Partial<SheetReference> | null;
  /** Rules for what the cell gives, where they are not those of form and call. */
  rules?: Partial<Pick<Field, "rule" | "change">>;
  /** Of a field with a control of its own: the value from the cell's text, and the cell from the value. */
  read?(text: string): unknown;
  write?(value: never): SheetCell;
}

const kinds: Record<string, ColumnKind> = { number: "number", date: "date", choice: "choice", check: "check" };

/** The column of a field: header, kind, choices and whether it must be filled in are the field's own. */
export function columnOf(name: string, own: Field, look: ColumnLook = {}): SheetColumn {
  const field = { ...own, ...look.rules };
  const reference = referenceOf(field, look);
  const kind = reference || look.read ? "text" : (kinds[field.kind] ?? (holdsNumbers(field) ? "number" : "text"));
  const required = look.required ?? !field.rule.safeParse(undefined).success;
  const choices = reference ? undefined : field.choices;
  return {
    name,
    header: field.label,
    field,
    kind,
    required,
    reference,
    choices,
    bits: field.bits,
    read: look.read,
    write: look.write,
    example: look.example ?? null,
    width: look.width ?? Math.min(40, Math.max(10, field.label.length * 2 + 2, field.wide ? 30 : 0)),
    remark: [
      look.remark ?? field.hint,
      field.unit && `单位：${field.unit}`,
      reference && `填写${field.label}的编号`,
      field.bits && `可选（用顿号分开）：${choicesInWords(field.bits)}`,
    ]
      .filter(Boolean)
      .join("；"),
  };
}

/** Half of a point has a control of its own and is a number all the same. */
const holdsNumbers = ({ reply, bits }: Field) => !bits && reply.safeParse(0).success && !reply.safeParse("").success;

/** Whether people can write the field into a cell without being told how. */
export const fitsCell = (field: Field): boolean =>
  (field.kind !== "own" && field.kind !== "file") ||
  field.bits !== undefined ||
  (field.kind === "own" && field.refers !== undefined) ||
  holdsNumbers(field);

function referenceOf(field: Field, { reference }: ColumnLook): SheetReference | undefined {
  if (reference === null) return undefined;
  const [refers] = [field.refers ?? []].flat();
  const said = { ...refers, ...reference } as SheetReference;
  return said.table ? { ...said, code: said.code ?? said.title } : undefined;
}

function choicesInWords(choices: readonly { label: string }[]): string {
  const shown = choices.slice(0, 12).map(({ label }) => label);
  return shown.join("、") + (choices.length > shown.length ? "等" : "");
}
