import { pastedCells } from "./pasted-cells";

type Place = readonly [row: number, column: number];

export const selectorOf = (row: number, column: number) => `[data-place="${row} ${column}"]`;

/** Where in its grid a cell stands; undefined for what is no cell. */
export function placeOf(cell: Element): Place | undefined {
  const [row, column] = (cell as HTMLElement).dataset.place?.split(" ").map(Number) ?? [];
  return row === undefined || column === undefined ? undefined : [row, column];
}

interface Pressed {
  key: string;
  shiftKey: boolean;
  altKey: boolean;
  ctrlKey: boolean;
  metaKey: boolean;
}

/** Where a key leads from a cell: so many rows and columns on, or back to what the cell held; undefined where the key is the cell's own. */
export function moveOf(pressed: Pressed, cell: HTMLInputElement): Place | "restore" | undefined {
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
export function cellsToFill(
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
