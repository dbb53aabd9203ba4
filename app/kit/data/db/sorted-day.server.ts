import { sql } from "kysely";
import { repeat } from "~/kit/ground/time/repeat.server";
import { today } from "~/kit/ground/time/today.server";
import { db, inTransaction } from "./pool.server";

/** By the address of the database. */
const shared = globalThis as typeof globalThis & { __busSortedDays?: Map<string | undefined, string> };
const sortedDays = (shared.__busSortedDays ??= new Map());

/** Whether `bus.sort_line` and `station.sort_lines` tell that day's lines, so that lists may be sorted by them. */
export const isSortedFor = (day: string) => sortedDays.get(process.env.DATABASE_URL) === day;

/** Makes them tell today's lines, in a database that was restored meanwhile, too. It gives way to whoever writes lines just then, with an error, since it has all day. */
export async function keepSortedDay(day = today()): Promise<void> {
  const kept = await db().selectFrom("sortedDay").select("day").executeTakeFirst();
  if (kept?.day !== day) await moveTo(day);
  sortedDays.set(process.env.DATABASE_URL, day);
}

const moveTo = (day: string) =>
  inTransaction(async (trx) => {
    await sql`set local lock_timeout = '500ms'`.execute(trx);
    await sql`set local statement_timeout = '600s'`.execute(trx);
    await sql`select keep_sorted_day(${day})`.execute(trx);
  });

/** Does so at once and soon after each midnight; answers what ends it. */
export function startSortedDay(): () => Promise<void> {
  return repeat(30_000, "lists are not sorted by today's lines yet", () => keepSortedDay()).end;
}
