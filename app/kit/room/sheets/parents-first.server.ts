import type { SheetColumn } from "./column";
import { refuseRows } from "./rehearse.server";
import type { CellError, JudgedRow, ReadRow } from "./sheet";

/** A record that names another one of the file is written after it; those that name one another in a ring are refused. */
export function placeParentsFirst(
  judged: readonly JudgedRow[],
  read: readonly ReadRow[],
  columns: readonly SheetColumn[],
  table: string,
): JudgedRow[] {
  const above = columns.filter(({ reference }) => reference?.table === table);
  const byKey = new Map(judged.flatMap((row) => (row.fields && row.key ? [[row.key, row] as const] : [])));
  const named = (row: JudgedRow) => above.flatMap(({ name }) => byKey.get(row.fields?.[name] as string) ?? []);
  const depths = new Map<JudgedRow, number>();
  const rings = new Map<number, readonly CellError[]>();
  for (const row of byKey.values()) measure(row, []);
  return refuseRows(judged, read, rings)
    .map((row, at) => ({ row, depth: depths.get(judged[at]!) ?? 0 }))
    .sort((one, other) => one.depth - other.depth || one.row.row - other.row.row)
    .map(({ row }, place) => ({ ...row, place }));

  function measure(row: JudgedRow, below: readonly JudgedRow[]): number {
    const known = depths.get(row);
    if (known !== undefined) return known;
    if (below.includes(row)) {
      tell(below.slice(below.indexOf(row)));
      return 0;
    }
    const depth = 1 + Math.max(0, ...named(row).map((one) => measure(one, [...below, row])));
    depths.set(row, depth);
    return depth;
  }

  function tell(ring: readonly JudgedRow[]): void {
    const { name, header } = above[0]!;
    ring.forEach((row, at) => {
      const codes = [...ring.slice(at), ...ring.slice(0, at), row].map(({ code }) => code);
      const way = codes.length > 6 ? [...codes.slice(0, 5), "…", row.code] : codes;
      rings.set(row.row, [{ name, message: `${header}绕成一圈（${way.join(" → ")}），请改正其中一行` }]);
    });
  }
}
