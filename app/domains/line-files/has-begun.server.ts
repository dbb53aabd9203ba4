import { type RawBuilder, sql } from "kysely";
import { today } from "~/kit/ground/time/today.server";

/** Whether a line file, by its table or alias, may be its variant's today: one made for a change package only from its day on. */
export function hasBegun(file: string): RawBuilder<boolean> {
  const from = sql.ref(`${file}.valid_from`);
  return sql`(${from} is null or ${from} <= ${today()}::date)`;
}
