import { sql } from "kysely";
import type { Database } from "~/kit/data/db/pool.server";

/** Answers, one after the other, the numbers of a prefix and six figures that no station has had, but for those that are `taken` meanwhile. */
export async function numbersAfter(on: Database, prefix: string, taken: ReadonlySet<string>): Promise<() => string> {
  const found = await sql<{ last: number | null }>`
    select max(substr(sta_self_code, ${prefix.length + 1})::int) as last from station where sta_self_code ~ ${`^${prefix}[0-9]{6}$`}`.execute(
    on,
  );
  let at = found.rows[0]?.last ?? 0;
  return () => {
    for (;;) {
      const number = `${prefix}${String(++at).padStart(6, "0")}`;
      if (!taken.has(number)) return number;
    }
  };
}
