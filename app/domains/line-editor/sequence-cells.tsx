import { typeWithin } from "~/domains/lines/choices";
import type { Direction } from "~/domains/lines/directions";
import type { TypedRow } from "~/domains/line-versions/sequence/sequence-form";
import { isTicked, type RowField } from "~/domains/line-versions/screens/row-fields";
import { innerTypes } from "~/domains/line-versions/sequence/sequence-check";

export interface EditedRow extends TypedRow {
  staName: string;
  staSelfCode: string;
  /** Kilometres from the first station and from the one before, where the path is known. */
  along: number | null;
  spacing: number | null;
}

interface CellProps {
  field: RowField;
  row: TypedRow;
  at: number;
  where: string;
  wrong: boolean;
  /** In a grid, which holds the values itself. */
  set?: (value: string) => void;
}

export function Cell({ field: { name, label, kind }, row, at, where, wrong, set }: CellProps) {
  const named = {
    name: `rows[${at}].${name}`,
    "aria-label": `${where} 的${label}`,
    "aria-invalid": wrong || undefined,
    "aria-describedby": wrong && !set ? `row-${at + 1}-problems` : undefined,
  };
  if (kind === "tick") {
    const ticked = isTicked(row[name]);
    return (
      <input
        type="checkbox"
        {...named}
        {...(set
          ? { checked: ticked, onChange: ({ target }) => set(target.checked ? "on" : "") }
          : { defaultChecked: ticked })}
      />
    );
  }
  return (
    <input
      {...named}
      {...(set
        ? { value: row[name] ?? "", onChange: ({ target }) => set(target.value), ...looks[kind] }
        : { defaultValue: row[name] })}
      inputMode={kind === "number" ? "numeric" : undefined}
      maxLength={kind === "text" ? 64 : undefined}
      autoComplete="off"
    />
  );
}

const looks = { number: { size: 5 }, text: { style: { width: "100%", textAlign: "left" } } } as const;

interface TypeFieldProps {
  at: number;
  staType: string | undefined;
  end: boolean;
  direction: Direction;
  label: string;
  set?: (value: string) => void;
}

export function TypeField({ at, staType, end, direction, label, set }: TypeFieldProps) {
  const name = `rows[${at}].staType`;
  if (end) {
    return (
      <>
        {typeWithin(Number(staType))}
        <input type="hidden" name={name} value={staType} />
      </>
    );
  }
  return (
    <select
      name={name}
      aria-label={label}
      {...(set ? { value: staType, onChange: ({ target }) => set(target.value) } : { defaultValue: staType })}
    >
      {innerTypes(direction).map((value) => (
        <option key={value} value={value}>
          {typeWithin(value)}
        </option>
      ))}
    </select>
  );
}
