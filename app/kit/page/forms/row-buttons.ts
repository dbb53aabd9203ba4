/** After `up:3` the same button of that row where it now stands, after `remove:3` that of the next; rows from 1. */
export function buttonAfter(pressed: string, rows: number): string | undefined {
  const [verb = "", row] = pressed.split(":");
  const at = Math.min(Number(row) + (verb === "up" ? -1 : verb === "down" ? 1 : 0), rows);
  if (!(at >= 1)) return undefined;
  if (verb === "up" && at === 1) return rows > 1 ? "down:1" : "remove:1";
  if (verb === "down" && at === rows) return rows > 1 ? `up:${rows}` : "remove:1";
  return `${verb}:${at}`;
}

/** What has the focus in a list of a form whose button `pressed` is `add:1:parts` or `up:3:parts`; nothing where it was another list's. */
export function focusAfter(pressed: string, list: string, rows: number, firstField: string): string | undefined {
  const [verb = "", row = "", of] = pressed.split(":");
  if (of !== list) return undefined;
  return verb === "add" ? `${firstField}:${rows}` : buttonAfter(`${verb}:${row}`, rows);
}
