/** After `up:3` the same button of that row where it now stands, after `remove:3` that of the next; rows from 1. */
export function buttonAfter(pressed: string, rows: number): string | undefined {
  const [verb = "", row] = pressed.split(":");
  const at = Math.min(Number(row) + (verb === "up" ? -1 : verb === "down" ? 1 : 0), rows);
  if (!(at >= 1)) return undefined;
  if (verb === "up" && at === 1) return rows > 1 ? "down:1" : "remove:1";
  if (verb === "down" && at === rows) return rows > 1 ? `up:${rows}` : "remove:1";
  return `${verb}:${at}`;
}
