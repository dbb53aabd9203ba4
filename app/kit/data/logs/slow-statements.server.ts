import { hearOfSlowStatements, pool, type SlowStatement } from "~/kit/data/db/pool.server";
import { LogBuffer, storable } from "./buffer.server";

/** Slow statements and slow requests are shown of so many days. */
export const slowDays = 7;

const statements = new LogBuffer<SlowStatement>("slow_statement", (rows) => pool().query(insert, [rows]));

const insert = `
  insert into slow_statement (at, sql, ms, request_id)
  select to_timestamp(g.at / 1000.0), g.sql, g.ms, g."requestId" from json_to_recordset($1::json) as g (at float8, sql text, ms integer, "requestId" text)`;

/** From now on this process keeps its slow statements where administrators see them, too. */
export const keepSlowStatements = (): void =>
  hearOfSlowStatements((slow) => statements.add({ ...slow, sql: storable(slow.sql, 4000) }));

/** Drops those of before the days that are shown; answers how many. */
export async function forgetSlowStatements(): Promise<number> {
  const { rowCount } = await pool().query("delete from slow_statement where at < now() - make_interval(days => $1)", [
    slowDays,
  ]);
  return rowCount ?? 0;
}
