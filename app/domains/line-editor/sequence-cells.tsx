import { typeWithin } from "~/domains/lines/choices";
import type { Direction } from "~/domains/lines/directions";
import type { EditedRow } from "./editor.server";
import { isTicked, type RowField } from "~/domains/line-versions/screens/row-fields";
import { innerTypes } from "~/domains/line-versions/sequence/sequence";

interface CellProps {
  field: RowField;
  row: EditedRow;
  at: number;
  where: string;
  wrong: boolean;
}

export function Cell({ field: { name, label, kind }, row, at, where, wrong }: CellProps) {
  const named = {
    name: `rows[${at}].${name}`,
    "aria-label": `${where} 的${label}`,
    "aria-invalid": wrong || undefined,
    "aria-describedby": wrong ? `row-${at + 1}-problems` : undefined,
  };
  if (kind === "tick") return <input type="checkbox" {...named} defaultChecked={isTicked(row[name])} />;
  return (
    <input
      {...named}
      defaultValue={row[name]}
      inputMode={kind === "number" ? "numeric" : undefined}
      maxLength={kind === "text" ? 64 : undefined}
      autoComplete="off"
    />
  );
}

export function TypeField({
  at,
  staType,
  end,
  direction,
  label,
}: {
  at: number;
  staType: number;
  end: boolean;
  direction: Direction;
  label: string;
}) {
  const name = `rows[${at}].staType`;
  if (end) {
    return (
      <>
        {typeWithin(staType)}
        <input type="hidden" name={name} value={staType} />
      </>
    );
  }
  return (
    <select name={name} defaultValue={staType} aria-label={label}>
      {innerTypes(direction).map((value) => (
        <option key={value} value={value}>
          {typeWithin(value)}
        </option>
      ))}
    </select>
  );
}
