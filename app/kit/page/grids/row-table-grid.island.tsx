import type { MRT_ColumnDef } from "mantine-react-table";
import { useEffect, useMemo, useRef, useState } from "react";
import { moveRow, rowField, type TypedRow } from "~/kit/page/forms/row-edits";
import { ChoiceOptions } from "~/kit/page/forms/row-controls";
import type { RowColumn, RowTableProps } from "~/kit/page/forms/row-table";
import { useIslandHost } from "~/kit/page/islands/host";
import { RowGrid, typedUnder } from "./row-grid.island";
import type { Choice } from "~/kit/page/forms/field";

interface GridRow {
  id: number;
  values: TypedRow;
  errors: Record<string, string>;
}

interface Meta {
  set: (id: number, name: string, value: string | undefined) => void;
  whereOf: (row: GridRow, at: number) => string;
  fresh: number | undefined;
}

/** The same rows with dragging; it fills the same form fields, saving is the form's. */
export default function RowTableGrid({
  list,
  unit,
  columns,
  rows: given,
  wrong,
  fresh: start,
  most,
  empty,
  finds,
}: RowTableProps) {
  const host = useIslandHost();
  const [rows, setRows] = useState<GridRow[]>(() =>
    given.map((row, at) => ({
      id: at,
      values: typedOver(row, columns, host?.typed, list, at),
      errors: errorsAt(wrong, list, columns, at),
    })),
  );
  const [fresh, setFresh] = useState<number>();
  const next = useRef(given.length);
  const offered = useFoundColumns(columns, finds?.field, host?.element);
  const shown = useMemo(() => offered.map(columnOf), [offered]);
  const set: Meta["set"] = (id, name, value) =>
    setRows((all) => all.map((row) => (row.id === id ? { ...row, values: without(row.values, name, value) } : row)));
  const whereOf = (_row: GridRow, at: number) => `第 ${at + 1} ${unit}`;
  // The form's own button posts it; here a row is added in place.
  useEffect(() => {
    const form = host?.element.closest("form");
    const press = (event: Event) => {
      const button = (event.target as Element).closest<HTMLButtonElement>("button[name=do]");
      if (button?.value !== `add:1:${list}`) return;
      event.preventDefault();
      const id = next.current++;
      setFresh(id);
      // A row in which nothing is said yet is sent all the same.
      const values = { [columns[0]!.name]: "", ...start };
      setRows((all) => (all.length < most ? [...all, { id, values, errors: {} }] : all));
    };
    form?.addEventListener("click", press);
    return () => form?.removeEventListener("click", press);
  }, [host, list, most, start, columns]);

  if (rows.length === 0) return <p className="quiet">{empty}</p>;
  return (
    <RowGrid
      columns={shown}
      rows={rows}
      whereOf={whereOf}
      move={(from, to) => setRows(moveRow(rows, from, to))}
      remove={(at) => setRows(rows.filter((_, place) => place !== at))}
      removeLabel="移除"
      meta={{ set, whereOf, fresh } satisfies Meta}
    >
      {rows.flatMap(({ id, values }, at) =>
        Object.entries(values).map(([name, value]) => (
          <input key={`${id}-${name}`} type="hidden" name={rowField(list, at, name)} value={value} />
        )),
      )}
    </RowGrid>
  );
}

function columnOf(column: RowColumn, nth: number): MRT_ColumnDef<GridRow> {
  const { name, label, kind, choices = [], most, numeric, width, placeholder } = column;
  return {
    id: name,
    header: label,
    size: width,
    Cell: ({ row: { original, index }, table }) => {
      const { set, whereOf, fresh } = table.options.meta as Meta;
      const [error, value] = [original.errors[name], original.values[name]];
      const common = {
        "aria-label": `${whereOf(original, index)}的${label}`,
        "aria-invalid": error ? true : undefined,
        autoFocus: nth === 0 && original.id === fresh,
      };
      return (
        <>
          {kind === "check" && (
            <input
              type="checkbox"
              {...common}
              checked={value === "on"}
              onChange={(event) => set(original.id, name, event.target.checked ? "on" : undefined)}
            />
          )}
          {kind === "choice" && (
            <select
              {...common}
              style={{ width: "100%", minWidth: width - 16 }}
              value={value ?? ""}
              onChange={(event) => set(original.id, name, event.target.value)}
            >
              <ChoiceOptions choices={choices} value={value} />
            </select>
          )}
          {kind === "text" && (
            <input
              {...common}
              style={{ width: "100%", minWidth: width - 16, textAlign: numeric ? "right" : "left" }}
              value={value ?? ""}
              maxLength={most}
              placeholder={placeholder}
              inputMode={numeric ? "numeric" : undefined}
              autoComplete="off"
              onChange={(event) => set(original.id, name, event.target.value)}
            />
          )}
          {error && <div style={{ whiteSpace: "normal", color: "var(--bad)" }}>{error}</div>}
        </>
      );
    },
  };
}

function without(values: TypedRow, name: string, value: string | undefined): TypedRow {
  const { [name]: _, ...rest } = values;
  return value === undefined ? rest : { ...rest, [name]: value };
}

const errorsAt = (wrong: RowTableProps["wrong"], list: string, columns: readonly RowColumn[], at: number) =>
  Object.fromEntries(
    columns.flatMap(({ name }) => {
      const errors = wrong[rowField(list, at, name)];
      return errors ? [[name, errors.join("；")]] : [];
    }),
  );

/** A row as typed before the grid stood; a tick that was taken away is not among what was typed. */
function typedOver(
  row: TypedRow,
  columns: readonly RowColumn[],
  typed: Record<string, string> | undefined,
  list: string,
  at: number,
): TypedRow {
  if (!typed) return row;
  const ticks = new Set(columns.filter(({ kind }) => kind === "check").map(({ name }) => name));
  const kept = Object.fromEntries(Object.entries(row).filter(([name]) => !ticks.has(name)));
  return { ...kept, ...typedUnder(typed, rowField(list, at, "")) };
}

/** The columns with the choices that the search beside the grid has found last; as given until then. */
function useFoundColumns(
  columns: RowColumn[],
  field: string | undefined,
  element: HTMLElement | undefined,
): RowColumn[] {
  const [found, setFound] = useState<Choice[]>();
  useEffect(() => {
    const form = field === undefined ? null : element?.closest("form");
    const read = () => {
      const parts = [...form!.querySelectorAll<HTMLElement>("[data-choices]")];
      const part = parts.find((one) => one.dataset.found === field);
      if (part) setFound(JSON.parse(part.dataset.choices!) as Choice[]);
    };
    form?.addEventListener("found", read);
    return () => form?.removeEventListener("found", read);
  }, [element, field]);
  return useMemo(
    () => columns.map((one) => (found && field?.endsWith(`.${one.name}`) ? { ...one, choices: found } : one)),
    [columns, field, found],
  );
}
