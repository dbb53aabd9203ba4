/**
 * The row button to go on with after one was pressed (`up:3`, `down:3`, `remove:3`; rows from 1): the same one of the row where it
 * now stands, of the row that took the place of one removed. The page comes back with the focus there.
 */
export function buttonAfter(pressed: string, rows: number): string | undefined {
  const [verb = "", row] = pressed.split(":");
  const at = Math.min(Number(row) + ({ up: -1, down: 1 }[verb] ?? 0), rows);
  if (!(at >= 1)) return undefined;
  if (verb === "up" && at === 1) return rows > 1 ? "down:1" : "remove:1";
  if (verb === "down" && at === rows) return rows > 1 ? `up:${rows}` : "remove:1";
  return `${verb}:${at}`;
}
