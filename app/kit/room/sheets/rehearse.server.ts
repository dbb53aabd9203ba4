import type { Transaction } from "kysely";
import type { Database } from "~/kit/data/db/pool.server";
import type { DB } from "~/kit/data/db/tables";
import type { SheetColumn } from "./column";
import type { CellError, DueRow, JudgedRow, ReadRow, WrittenRow } from "./sheet";

/** Writes good rows and takes everything back, so that what only the room's verbs refuse is known before. */
export async function rehearseWith(
  write: (trx: Transaction<DB>, due: readonly DueRow[]) => Promise<WrittenRow[]>,
  judged: JudgedRow[],
  rows: readonly ReadRow[],
  on: Database,
): Promise<JudgedRow[]> {
  const due = judged
    .filter(({ kind }) => kind === "new" || kind === "changed")
    .sort((one, other) => one.place - other.place);
  if (due.length === 0) return judged;
  const refused = new Map<number, readonly CellError[]>();
  await on
    .transaction()
    .execute(async (trx: Transaction<DB>) => {
      const written = await write(trx, due as DueRow[]);
      for (const { row, outcome, message, errors = [] } of written)
        if (outcome === "refused") refused.set(row, errors.length > 0 ? errors : [{ name: "", message: message! }]);
      throw new TakenBack();
    })
    .catch((error: unknown) => {
      if (!(error instanceof TakenBack)) throw error;
    });
  const cells = new Map(rows.map((row) => [row.row, row.cells]));
  return judged.map((one) =>
    refused.has(one.row)
      ? {
          ...one,
          kind: "wrong",
          fields: null,
          before: null,
          cells: cells.get(one.row)!,
          errors: [...refused.get(one.row)!],
        }
      : one,
  );
}

class TakenBack extends Error {}

/** A record that names another one of the file is written after it. */
export function placeParentsFirst(rows: JudgedRow[], columns: readonly SheetColumn[], table: string): JudgedRow[] {
  const names = columns.filter(({ reference }) => reference?.table === table).map(({ name }) => name);
  const byKey = new Map(rows.flatMap((row) => (row.kind === "new" ? [[row.key, row] as const] : [])));
  const depthOf = (row: JudgedRow, seen: ReadonlySet<string | null>): number => {
    if (seen.has(row.key)) return 0;
    const above = names.flatMap((name) => byKey.get(row.fields?.[name] as string) ?? []);
    return 1 + Math.max(0, ...above.map((one) => depthOf(one, new Set([...seen, row.key]))));
  };
  return rows
    .map((row) => ({ row, depth: row.fields ? depthOf(row, new Set()) : 0 }))
    .sort((one, other) => one.depth - other.depth || one.row.row - other.row.row)
    .map(({ row }, place) => ({ ...row, place }));
}
