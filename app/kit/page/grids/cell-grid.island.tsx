import {
  MantineReactTable,
  useMantineReactTable,
  type MRT_ColumnDef,
  type MRT_RowVirtualizer,
} from "mantine-react-table";
import { memo, useMemo, useRef, useState, useSyncExternalStore } from "react";
import { MantineFrame } from "~/kit/page/islands/mantine-frame";
import { type CellColumn, type CellRow, GridCell, Offered } from "./grid-cell";
import { gridLook } from "./grid-look.island";
import type { HeldCells } from "./held-cells";
import styles from "./row-grid.module.css";
import { pastedCells } from "./pasted-cells";

interface CellGridProps {
  label: string;
  columns: readonly CellColumn[];
  rows: readonly CellRow[];
  leadHeader: string;
  noteHeader: string;
  held: HeldCells;
  fieldOf: (row: number, column: string) => string;
}

/** Cells to type into as in a spreadsheet, of which only those in sight are drawn; what has changed stands in hidden fields of the form around it. */
export function CellGrid(props: CellGridProps) {
  const [said, say] = useState("");
  return (
    <MantineFrame>
      <Table {...props} say={say} />
      <Changes held={props.held} />
      <p role="status" className="quiet">
        {said}
      </p>
    </MantineFrame>
  );
}

function Changes({ held }: { held: HeldCells }) {
  const changes = useSyncExternalStore(held.subscribe, held.changes);
  return changes.map(([field, text]) => <input key={field} type="hidden" name={field} value={text} />);
}

const Table = memo(function Table({
  label,
  columns,
  rows,
  leadHeader,
  noteHeader,
  held,
  fieldOf,
  say,
}: CellGridProps & { say: (words: string) => void }) {
  const virtualizer = useRef<MRT_RowVirtualizer>(null);
  const grid = useRef<HTMLDivElement>(null);
  const shown = useMemo(
    (): MRT_ColumnDef<CellRow>[] => [
      { id: "lead", header: leadHeader, size: 56, Cell: ({ row }) => row.original.lead },
      ...columns.map((column, at): MRT_ColumnDef<CellRow> => ({
        id: `cell-${column.name}`,
        header: column.header,
        size: column.width ?? 110,
        Cell: ({ row: { original, index } }) => (
          <GridCell
            column={column}
            held={held}
            row={original}
            place={[index, at]}
            field={fieldOf(original.id, column.name)}
          />
        ),
      })),
      { id: "note", header: noteHeader, size: 260, Cell: ({ row }) => row.original.note },
    ],
    [columns, leadHeader, noteHeader, held, fieldOf],
  );
  const table = useMantineReactTable<CellRow>({
    ...gridLook,
    columns: shown,
    data: rows as CellRow[],
    getRowId: ({ id }) => String(id),
    enableRowVirtualization: true,
    rowVirtualizerInstanceRef: virtualizer,
    rowVirtualizerOptions: { overscan: 6 },
    mantineTableContainerProps: { style: { maxHeight: 460 }, role: "region", "aria-label": label, tabIndex: 0 },
  });

  function go(row: number, column: number): void {
    if (row < 0 || row >= rows.length || column < 0 || column >= columns.length) return;
    const find = () => grid.current?.querySelector<HTMLInputElement>(selectorOf(row, column));
    const take = () => (find()?.focus(), find()?.select());
    if (find()) return take();
    virtualizer.current?.scrollToIndex(row);
    requestAnimationFrame(() => requestAnimationFrame(take));
  }

  function press(event: React.KeyboardEvent<HTMLDivElement>): void {
    const input = event.target as HTMLInputElement;
    const place = placeOf(input);
    if (!place || event.nativeEvent.isComposing) return;
    const move = moveOf(event, input);
    if (!move) return;
    event.preventDefault();
    if (move === "restore") return held.restore(fieldOf(rows[place[0]]!.id, columns[place[1]]!.name));
    go(place[0] + move[0], place[1] + move[1]);
  }

  function paste(event: React.ClipboardEvent<HTMLDivElement>): void {
    const place = placeOf(event.target as Element);
    const filled =
      place && cellsToFill(event.clipboardData.getData("text/plain"), place, [rows.length, columns.length]);
    if (!filled) return;
    event.preventDefault();
    held.set(filled.cells.map(([row, at, text]) => [fieldOf(rows[row]!.id, columns[at]!.name), text]));
    say(
      `已填入 ${filled.cells.length} 个单元格${filled.left > 0 ? `；表格到此为止，有 ${filled.left} 个没有填入` : ""}`,
    );
  }

  return (
    <div className={`${styles.grid} ${styles.cells}`} ref={grid} onKeyDown={press} onPaste={paste}>
      {columns.map(({ name, offered }) => offered && <Offered key={name} column={name} offered={offered} />)}
      <MantineReactTable table={table} />
    </div>
  );
});

type Place = readonly [row: number, column: number];

const selectorOf = (row: number, column: number) => `[data-place="${row} ${column}"]`;

/** Where in its grid a cell stands; undefined for what is no cell. */
function placeOf(cell: Element): Place | undefined {
  const [row, column] = (cell as HTMLElement).dataset.place?.split(" ").map(Number) ?? [];
  return row === undefined || column === undefined ? undefined : [row, column];
}

interface KeyPressed {
  key: string;
  shiftKey: boolean;
  altKey: boolean;
  ctrlKey: boolean;
  metaKey: boolean;
}

/** Where a key leads from a cell: so many rows and columns on, or back to what the cell held; undefined where the key is the cell's own. */
function moveOf(pressed: KeyPressed, cell: HTMLInputElement): Place | "restore" | undefined {
  const { key, shiftKey, altKey, ctrlKey, metaKey } = pressed;
  if (altKey || ctrlKey || metaKey) return undefined;
  if (key === "Enter") return [shiftKey ? -1 : 1, 0];
  if (key === "Escape") return "restore";
  if (shiftKey) return undefined;
  const [from, to, end] = [cell.selectionStart ?? 0, cell.selectionEnd ?? 0, cell.value.length];
  const whole = from === 0 && to === end;
  // While one types, these keys choose among what is offered.
  const chooses = cell.list !== null && !whole;
  if (key === "ArrowDown" && !chooses) return [1, 0];
  if (key === "ArrowUp" && !chooses) return [-1, 0];
  if (key === "ArrowLeft" && (whole || to === 0)) return [0, -1];
  if (key === "ArrowRight" && (whole || from === end)) return [0, 1];
  return undefined;
}

/** What a pasted text puts into the cells from one on, and how much of it does not fit; undefined where it is for one cell. */
function cellsToFill(
  text: string,
  [row, column]: Place,
  [rows, columns]: Place,
): { cells: [row: number, column: number, text: string][]; left: number } | undefined {
  const pasted = pastedCells(text);
  if (pasted.length === 1 && pasted[0]!.length === 1) return undefined;
  const all = pasted.flatMap((line, down) =>
    line.map((one, on): [number, number, string] => [row + down, column + on, one]),
  );
  const cells = all.filter(([at, on]) => at < rows && on < columns);
  return { cells, left: all.length - cells.length };
}
