import { sql } from "kysely";
import { expect, it } from "vitest";
import { db } from "./pool.server";
import { gatherStatistics } from "./statistics.server";

it("looks anew at a table of which much has changed, and at no other", async () => {
  await sql`create table grown_list (n int)`.execute(db());
  const add = (rows: number) =>
    db()
      .transaction()
      .execute(async (trx) => {
        await sql`insert into grown_list select generate_series(1, ${rows}::int)`.execute(trx);
        await sql`select pg_stat_force_next_flush()`.execute(trx);
      });
  const known = async () => {
    await gatherStatistics("changed");
    const { rows } = await sql<{ known: number }>`
      select reltuples as known from pg_class where relname = 'grown_list'`.execute(db());
    return rows[0]!.known;
  };
  try {
    await add(400);
    expect(await known()).toBe(-1);
    await add(400);
    expect(await known()).toBe(800);
    await add(300);
    expect(await known()).toBe(800);
    await add(300);
    expect(await known()).toBe(1400);
  } finally {
    await sql`drop table grown_list`.execute(db());
  }
});
