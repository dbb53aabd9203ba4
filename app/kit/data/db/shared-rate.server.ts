import { sql } from "kysely";
import { db } from "~/kit/data/db/pool.server";

interface Rate {
  atOnce: number;
  perSecond: number;
}

/** A limit of how often each of many callers comes, counted over all processes: `atOnce` times, and `perSecond` times more as time goes on. Answers how many of the times that are asked for are still within it. */
export async function grantedOf(name: string, { atOnce, perSecond }: Rate, caller: string, asked = 1): Promise<number> {
  const now = sql`least(${atOnce}::float8, r.level + extract(epoch from clock_timestamp() - r.at) * ${perSecond}::float8)`;
  const granted = sql`least(${asked}::int, floor(${now}))`;
  const { rows } = await sql<{ granted: number }>`
    insert into rate_level as r (name, caller, level, granted)
    values (${name}, ${caller}, ${atOnce}::float8 - least(${asked}::int, ${atOnce}::int), least(${asked}::int, ${atOnce}::int))
    on conflict (name, caller) do update set level = ${now} - ${granted}, granted = ${granted}, at = clock_timestamp()
    returning granted`.execute(db());
  return rows[0]!.granted;
}

/** Says whether a caller who comes once more is still within such a limit. */
export const isWithinRate = async (name: string, rate: Rate, caller: string): Promise<boolean> =>
  (await grantedOf(name, rate, caller)) > 0;

/** Forgets callers who have not come for a day. */
export async function forgetOldRates(): Promise<number> {
  const { numAffectedRows = 0n } = await sql`delete from rate_level where at < now() - interval '1 day'`.execute(db());
  return Number(numAffectedRows);
}
