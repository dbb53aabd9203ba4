import { type RawBuilder, sql } from "kysely";
import { settings, type Settings } from "~/kit/ground/settings.server";
import { repeat } from "~/kit/ground/time/repeat.server";
import { db } from "./pool.server";

/** Rows that are kept for so many months, and how they are found. */
export interface AgingRows {
  table: string;
  months: "FENCE_EVENT_MONTHS" | "IMPORT_FILE_MONTHS" | "ISSUE_LOG_MONTHS" | "BATCH_MONTHS" | "SECURITY_EVENT_MONTHS";
  /** Which of them are over and older than a moment. */
  where(before: Date): RawBuilder<unknown>;
  /** What takes the place of dropping them: columns and values of an update, after which `where` finds them no more. */
  instead?: RawBuilder<unknown>;
}

const most = 5000;

/** Runs a statement that deletes or alters `limit` rows at a time until none is left: nobody waits for a million of them. Answers how many. */
export async function deleteInSteps(statement: (limit: number) => RawBuilder<unknown>): Promise<number> {
  for (let rows = 0; ;) {
    const { numAffectedRows = 0n } = await statement(most).execute(db());
    rows += Number(numAffectedRows);
    if (numAffectedRows < BigInt(most)) return rows;
  }
}

/** Drops what is older than the whole months (UTC) that its setting keeps, 0 for ever; answers how many rows. */
export async function dropOldRows({ table, months, where, instead }: AgingRows, now = new Date()): Promise<number> {
  const kept = settings()[months] satisfies Settings[typeof months];
  if (kept === 0) return 0;
  const before = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - kept, 1));
  const name = sql.table(table);
  const drop = instead ? sql`update ${name} set ${instead}` : sql`delete from ${name}`;
  return deleteInSteps(
    (limit) => sql`${drop} where ctid = any(array(select ctid from ${name} where ${where(before)} limit ${limit}))`,
  );
}

/** Looks for old rows now and every six hours; answers what ends it. */
export function startDroppingOldRows(aging: readonly AgingRows[]): () => Promise<void> {
  return repeat(6 * 3_600_000, "old rows could not be dropped", async () => {
    for (const rows of aging) await dropOldRows(rows);
  }).end;
}
