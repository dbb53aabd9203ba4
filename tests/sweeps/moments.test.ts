import { sql } from "kysely";
import { afterAll, beforeAll, expect, it } from "vitest";
import { db } from "~/kit/data/db/pool.server";
import { account, enter } from "../kit/accounts";
import { measured } from "../kit/real-data";
import type { Visitor } from "../kit/visit";
import { addressesOf, around, fullestRecords, keysOf, pagePaths, snake, withOthers } from "./addresses";

/** At home the next day, 04:37; in New York, where the tests run, the day before. */
const moment = "2026-03-05T20:37:42Z";
const elsewhere = /(20|15):37|03-05(?!\d)|3 ?月 ?5 ?日/;
const atHome = /04:37|03-06/;

/** What must go on while the pages are opened. */
const left = /^(session|session_|login_|pgboss|free_login|half_login|device_token|migration|searc|request_|recent_)/;
let person: Visitor;
const counts = { columns: 0, pages: 0, atHome: 0 };

beforeAll(async () => {
  const { rows } = await sql<{ table: string; column: string }>`
    select c.table_name as "table", column_name as "column" from information_schema.columns c
    join information_schema.tables t using (table_schema, table_name)
    where table_schema = current_schema() and table_type = 'BASE TABLE' and data_type = 'timestamp with time zone'
      and is_generated = 'NEVER' and c.column_name <> 'deleted_at'`.execute(db());
  for (const { table, column } of rows) {
    if (left.test(table)) continue;
    // Some tables hold months of their own, or a last change that only grows.
    const update = sql`update ${sql.table(snake(table))} set ${sql.ref(column)} = ${moment}::timestamptz where ${sql.ref(column)} is not null`;
    await update.execute(db()).then(
      () => (counts.columns += 1),
      (error: Error) => console.log(`left ${table}.${column}: ${error.message}`),
    );
  }
  person = await enter(await account({ isSuper: true }));
});
afterAll(() => measured("moments of another zone", counts));

it("every page tells moments as the operator's clock has them", async () => {
  const keys = await withOthers(keysOf(await fullestRecords()));
  const wrong: string[] = [];
  for (const at of pagePaths().flatMap((path) => addressesOf(path, keys))) {
    const answer = await person.send(at, { headers: { accept: "text/html", "sec-fetch-site": "same-origin" } });
    const text = (await answer.text()).replaceAll(/ [\w-]+="[^"]*"/g, "");
    counts.pages += 1;
    if (atHome.test(text)) counts.atHome += 1;
    if (elsewhere.test(text)) wrong.push(`${at}: ${around(text, elsewhere)}`);
  }
  expect(wrong).toEqual([]);
  expect(counts.atHome).toBeGreaterThan(60);
});
