import { sql } from "kysely";
import type { Database } from "~/kit/data/db/pool.server";
import type { Claims } from "./sheet";
import { asRead, rowColumns, type SheetRowFacts } from "./sheet-rows.server";

/** Wrong rows by their numbers, or those with a claim; their cells as they were read. */
export async function findWrongRows(
  on: Database,
  importId: string,
  asked: { rows: readonly number[] } | { claims: readonly string[]; without: readonly number[] },
): Promise<SheetRowFacts[]> {
  const which =
    "rows" in asked
      ? sql`row_number = any(${[...asked.rows]})`
      : sql`claims && ${[...asked.claims]}::text[] and row_number <> all(${[...asked.without]})`;
  const found = await sql<SheetRowFacts>`
    select ${rowColumns} from sheet_row where import_id = ${importId} and kind = 'wrong' and ${which} order by row_number limit 2000`.execute(
    on,
  );
  return found.rows.map(asRead);
}

/** Who of the other rows has these claims: the first of each. */
export async function otherClaims(
  on: Database,
  importId: string,
  claims: readonly string[],
  without: readonly number[],
): Promise<Claims> {
  const found = await sql<{ claim: string; first: number }>`
    select claim, min(row_number) as first from sheet_row, unnest(claims) as claim
    where import_id = ${importId} and claims && ${[...claims]}::text[] and row_number <> all(${[...without]}) group by claim`.execute(
    on,
  );
  return new Map(found.rows.map(({ claim, first }) => [claim, first]));
}

/** Takes rows out that hold nothing any more. */
export const dropEmptied = (on: Database, importId: string, rows: readonly number[]) =>
  sql`delete from sheet_row where import_id = ${importId} and row_number = any(${[...rows]})`.execute(on);
