import { type RawBuilder, sql } from "kysely";
import { db } from "~/kit/data/db/pool.server";

interface Lookup {
  keys: RawBuilder<unknown>;
  condition: (keys: RawBuilder<unknown>) => RawBuilder<unknown>;
}

/** More than these are not carried to and fro. */
const mostCarried = 1000;

const lookups = new WeakMap<RawBuilder<unknown>, Lookup>();

/** A condition on an array of keys that another table is asked for by `keys`, a query of one column. A list asks for them first: the database takes an array that it has not seen for ten keys that many rows have, and reads all rows where few or none do. */
export function onKeys(keys: RawBuilder<unknown>, condition: Lookup["condition"]): RawBuilder<unknown> {
  const whole = condition(sql`array(${keys})`);
  lookups.set(whole, { keys, condition });
  return whole;
}

/** The same conditions with the keys themselves in them; one statement where there is any to ask for. */
export async function withKeysFound(conditions: readonly RawBuilder<unknown>[]): Promise<RawBuilder<unknown>[]> {
  const asked = conditions.filter((one) => lookups.has(one));
  if (asked.length === 0) return [...conditions];
  const queries = asked.map(
    (one, nth) =>
      sql`array(select * from (${lookups.get(one)!.keys}) one limit ${sql.lit(mostCarried + 1)}) as ${sql.ref(`k${nth}`)}`,
  );
  const { rows } = await sql<Record<string, string[]>>`select ${sql.join(queries)}`.execute(db());
  return conditions.map((one) => {
    const found = rows[0]![`k${asked.indexOf(one)}`];
    return found && found.length <= mostCarried ? lookups.get(one)!.condition(sql`${found}::text[]`) : one;
  });
}
