import type { Choice } from "./field";
import { GroupedOptions } from "./grouped-options";
import { rowField, type TypedRow } from "./row-edits";
import type { RowColumn, RowTableProps } from "./row-table";
import styles from "./row-table.module.css";

/** The control of one field of a row, with what is wrong about it. */
export function Cell({
  list,
  unit,
  wrong,
  focus,
  column,
  row,
  at,
}: RowTableProps & { column: RowColumn; row: TypedRow; at: number }) {
  const name = rowField(list, at, column.name);
  const errors = wrong[name];
  const given = {
    id: `form-${name}`,
    name,
    "aria-label": `第 ${at + 1} ${unit}的${column.label}`,
    "aria-invalid": errors ? true : undefined,
    "aria-describedby": errors ? `form-${name}-error` : undefined,
    autoFocus: focus === `${column.name}:${at + 1}`,
  };
  const value = row[column.name];
  return (
    <>
      {column.kind === "check" && <input type="checkbox" {...given} defaultChecked={value === "on"} />}
      {column.kind === "choice" && (
        <select {...given} defaultValue={value ?? ""}>
          <ChoiceOptions choices={column.choices ?? []} value={value} />
        </select>
      )}
      {column.kind === "text" && (
        <input
          {...given}
          defaultValue={value}
          maxLength={column.most}
          placeholder={column.placeholder}
          inputMode={column.numeric ? "numeric" : undefined}
          autoComplete="off"
        />
      )}
      {errors && (
        <div id={`form-${name}-error`} className={styles.wrong}>
          {errors.join("；")}
        </div>
      )}
    </>
  );
}

/** The options of a select in their groups; what a row has and the list has no more stays, marked. */
export function ChoiceOptions({ choices, value }: { choices: readonly Choice[]; value: string | undefined }) {
  const gone = value && !choices.some((one) => one.value === value);
  return (
    <>
      <option value="">请选择</option>
      {gone && <option value={value}>（已不可选）</option>}
      <GroupedOptions choices={choices} />
    </>
  );
}
