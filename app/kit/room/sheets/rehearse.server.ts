import type { Transaction } from "kysely";
import type { Database } from "~/kit/data/db/pool.server";
import type { DB } from "~/kit/data/db/tables";
import type { CellError, DueRow, JudgedRow, ReadRow, WrittenRow } from "./sheet";

/** Writes good rows and takes everything back, so that what only the room's verbs refuse, and what they make nothing of, is known before. */
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
  const versions = new Map(due.map(({ row, version }) => [row, version]));
  const refused = new Map<number, readonly CellError[]>();
  const idle = new Set<number>();
  await on
    .transaction()
    .execute(async (trx: Transaction<DB>) => {
      const written = await write(trx, due as DueRow[]);
      for (const { row, outcome, version, message, errors = [] } of written) {
        if (outcome === "refused") refused.set(row, errors.length > 0 ? errors : [{ name: "", message: message! }]);
        if (outcome === "changed" && version === versions.get(row)) idle.add(row);
      }
      throw new TakenBack();
    })
    .catch((error: unknown) => {
      if (!(error instanceof TakenBack)) throw error;
    });
  return refuseRows(judged, rows, refused).map((one) =>
    idle.has(one.row) ? { ...one, kind: "same", fields: {}, before: {} } : one,
  );
}

class TakenBack extends Error {}

export function refuseRows(
  judged: readonly JudgedRow[],
  rows: readonly ReadRow[],
  refused: ReadonlyMap<number, readonly CellError[]>,
): JudgedRow[] {
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
