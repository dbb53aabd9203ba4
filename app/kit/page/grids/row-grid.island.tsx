import {
  MantineReactTable,
  useMantineReactTable,
  type MRT_ColumnDef,
  type MRT_RowData,
  type MRT_RowVirtualizer,
} from "mantine-react-table";
import { type ReactNode, useEffect, useRef } from "react";
import { MantineFrame } from "~/kit/page/islands/mantine-frame";
import { gridLook } from "./grid-look.island";
import styles from "./row-grid.module.css";

export type GridRow = MRT_RowData & { id: number };

interface RowGridProps<Row extends GridRow, Meta extends object> {
  columns: MRT_ColumnDef<Row>[];
  rows: Row[];
  /** Which row and whose, for those who do not see it: 第 3 站 人民广场. */
  whereOf: (row: Row, at: number) => string;
  move: (from: number, to: number) => void;
  remove: (at: number) => void;
  removeLabel: string;
  /** Said of a row that must stay, where its remove button would be. */
  kept?: (row: Row) => ReactNode;
  rowProps?: (at: number) => object;
  /** What the cells reach through `table.options.meta`. */
  meta: Meta;
  /** Draws only the rows in sight; then no cell may hold a field of the form. */
  onlyInSight?: boolean;
  show?: number;
  children?: ReactNode;
}

/** Rows of a form to drag, move and remove, in cells to type into; saving is the form's own post. */
export function RowGrid<Row extends GridRow, Meta extends object>({
  columns,
  rows,
  whereOf,
  move,
  remove,
  removeLabel,
  kept,
  rowProps,
  meta,
  onlyInSight,
  show,
  children,
}: RowGridProps<Row, Meta>) {
  const virtualizer = useRef<MRT_RowVirtualizer>(null);
  useEffect(() => {
    if (show !== undefined) virtualizer.current?.scrollToIndex(rows.findIndex(({ id }) => id === show));
    // Only when another row is asked for: not at each change of the rows.
  }, [show]);
  const { grid, press } = useFocusThatFollows(rows);
  const table = useMantineReactTable<Row>({
    ...gridLook,
    columns,
    data: rows,
    getRowId: (row) => String(row.id),
    enableRowOrdering: true,
    enableRowVirtualization: onlyInSight,
    rowVirtualizerInstanceRef: virtualizer,
    enableRowActions: true,
    positionActionsColumn: "last",
    displayColumnDefOptions: { "mrt-row-drag": { size: 44, header: "拖动" }, "mrt-row-actions": { size: 120 } },
    mantineTableContainerProps: { style: { maxHeight: 560 } },
    mantineTableBodyRowProps: ({ row }) => ({ ...rowProps?.(row.index), "data-row": row.id }) as object,
    mantineRowDragHandleProps: ({ table: grid, row }) => ({
      // Without a mouse the row's own buttons move it.
      tabIndex: -1,
      "aria-label": `拖动 ${whereOf(row.original, row.index)}`,
      onDragEnd: () => {
        const { draggingRow, hoveredRow } = grid.getState();
        if (draggingRow && hoveredRow?.index !== undefined) move(draggingRow.index, hoveredRow.index);
      },
    }),
    renderRowActions: ({ row: { index, original } }) => {
      const where = whereOf(original, index);
      const beside = rows[index + 1] ?? rows[index - 1];
      return (
        <>
          <button
            type="button"
            className="button small"
            data-verb="up"
            disabled={index === 0}
            aria-label={`上移 ${where}`}
            title="上移"
            onClick={() => press(original, "up", () => move(index, index - 1))}
          >
            ↑
          </button>{" "}
          <button
            type="button"
            className="button small"
            data-verb="down"
            disabled={index === rows.length - 1}
            aria-label={`下移 ${where}`}
            title="下移"
            onClick={() => press(original, "down", () => move(index, index + 1))}
          >
            ↓
          </button>{" "}
          {kept?.(original) ?? (
            <button
              type="button"
              className="button small"
              data-verb="remove"
              aria-label={`${removeLabel} ${where}`}
              onClick={() => press(beside, "remove", () => remove(index))}
            >
              {removeLabel}
            </button>
          )}
        </>
      );
    },
    meta,
  });
  return (
    <MantineFrame>
      <div className={`${styles.grid} ${styles.sequence}`} ref={grid}>
        <MantineReactTable table={table} />
      </div>
      {children}
    </MantineFrame>
  );
}

/** After a press the same button of a row has the focus again, or what other there is: the table builds its rows anew and would lose it. */
function useFocusThatFollows(rows: readonly GridRow[]) {
  const grid = useRef<HTMLDivElement>(null);
  const wanted = useRef<{ id: number; verb: string }>();
  useEffect(() => {
    const { id, verb } = wanted.current ?? {};
    wanted.current = undefined;
    if (id === undefined) return;
    const buttons = [
      ...(grid.current?.querySelectorAll<HTMLButtonElement>(`[data-row="${id}"] [data-verb]:not(:disabled)`) ?? []),
    ];
    (buttons.find((button) => button.dataset.verb === verb) ?? buttons[0])?.focus();
  }, [rows]);
  const press = (row: GridRow | undefined, verb: string, work: () => void) => {
    if (row) wanted.current = { id: row.id, verb };
    work();
  };
  return { grid, press };
}

/** What was typed into a row of the fallback before the grid stood; `prefix` is how the row's field names begin. */
export function typedUnder(typed: Record<string, string>, prefix: string): Record<string, string> {
  return Object.fromEntries(
    Object.entries(typed).flatMap(([name, value]) =>
      name.startsWith(prefix) ? [[name.slice(prefix.length), value]] : [],
    ),
  );
}
