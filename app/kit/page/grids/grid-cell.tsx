import { type ReactNode, useSyncExternalStore } from "react";
import type { HeldCells } from "./held-cells";
import styles from "./row-grid.module.css";

export interface CellColumn {
  name: string;
  header: string;
  /** Pixels. */
  width?: number;
  offered?: readonly string[];
}

export interface CellRow {
  id: number;
  /** What a person calls it: 第 3 行. */
  title: string;
  lead: ReactNode;
  /** Column -> what is wrong with its cell. */
  faults: Record<string, string>;
  /** Stands behind its cells. */
  note: ReactNode;
}

export const Offered = ({ column, offered }: { column: string; offered: readonly string[] }) => (
  <datalist id={listOf(column)}>
    {offered.map((text) => (
      <option key={text} value={text} />
    ))}
  </datalist>
);

interface CellProps {
  column: CellColumn;
  row: CellRow;
  place: readonly [row: number, column: number];
  field: string;
  held: HeldCells;
}

export function GridCell({ column: { name, header, offered }, row, place, field, held }: CellProps) {
  const text = useSyncExternalStore(held.subscribe, () => held.textOf(field));
  const changed = held.isChanged(field);
  const fault = row.faults[name];
  return (
    <input
      className={styles.cell}
      value={text}
      data-place={place.join(" ")}
      data-changed={changed || undefined}
      list={offered && listOf(name)}
      aria-label={`${row.title} ${header}`}
      aria-invalid={(fault !== undefined && !changed) || undefined}
      title={changed ? undefined : fault}
      autoComplete="off"
      onChange={(event) => held.set([[field, event.target.value]])}
    />
  );
}

const listOf = (column: string) => `grid-offered-${column}`;
