import { sql } from "kysely";
import { afterAll, beforeAll, expect, it } from "vitest";
import { db } from "~/kit/data/db/pool.server";
import { account, enter } from "../kit/accounts";
import { day } from "../kit/days";
import { measured } from "../kit/real-data";
import type { Visitor } from "../kit/visit";
import { addressesOf, around, fullestRecords, type Keys, keysOf, pagePaths, snake, withOthers } from "./addresses";

/** Half a year ago and half an hour from now, so that no page tells it of itself. */
const dayThere = day(-180);
const minute = String((new Date().getUTCMinutes() + 30) % 60).padStart(2, "0");
/** At home the next day, at four; in New York, where the tests run, the day before. */
const moment = `${dayThere}T20:${minute}:42Z`;
const [, month, date] = dayThere.split("-").map(Number);
const elsewhere = new RegExp(
  `(20|15|16):${minute}|(?<!\\d)${dayThere.slice(5)}(?!\\d)|(?<!\\d)${month} ?月 ?${date} ?日`,
);
const atHome = new RegExp(`04:${minute}|${day(-179).slice(5)}`);

/** What must go on while the pages are opened. */
const left = /^(session|session_|login_|pgboss|free_login|half_login|device_token|migration|searc|request_|recent_)/;
const counts = { columns: 0, pages: 0, atHome: 0 };
let person: Visitor;
let keys: Keys;

beforeAll(async () => {
  person = await enter(await account({ isSuper: true }));
  keys = await withOthers(keysOf(await fullestRecords()));
});
afterAll(() => measured("moments of another zone", counts));

async function moveMoments(): Promise<void> {
  const { rows } = await sql<{ table: string; column: string }>`
    select c.table_name as "table", column_name as "column" from information_schema.columns c
    join information_schema.tables t using (table_schema, table_name)
    where table_schema = current_schema() and table_type = 'BASE TABLE' and data_type = 'timestamp with time zone'
      and is_generated = 'NEVER' and c.column_name <> 'deleted_at'`.execute(db());
  for (const { table, column } of rows) {
    if (left.test(table)) continue;
    const update = sql`update ${sql.table(snake(table))} set ${sql.ref(column)} = ${moment}::timestamptz where ${sql.ref(column)} is not null`;
    // Some tables are cut into months.
    await update.execute(db()).then(
      () => (counts.columns += 1),
      (error: Error) => console.log(`left ${table}.${column}: ${error.message}`),
    );
  }
}

/** The text of each page, without what is written into its elements. */
async function readAll(): Promise<Map<string, string>> {
  const texts = new Map<string, string>();
  for (const at of pagePaths().flatMap((path) => addressesOf(path, keys))) {
    const answer = await person.send(at, { headers: { accept: "text/html", "sec-fetch-site": "same-origin" } });
    texts.set(at, (await answer.text()).replaceAll(/ [\w-]+="[^"]*"/g, ""));
  }
  return texts;
}

it("every page tells moments as the operator's clock has them", async () => {
  const before = await readAll();
  await moveMoments();
  const after = await readAll();
  const wrong = [...after].filter(([at, text]) => elsewhere.test(text) && !elsewhere.test(before.get(at) ?? ""));
  counts.pages = after.size;
  counts.atHome = [...after.values()].filter((text) => atHome.test(text)).length;
  expect(wrong.map(([at, text]) => `${at}: ${around(text, elsewhere)}`)).toEqual([]);
  expect(counts.columns).toBeGreaterThan(150);
  expect(counts.atHome).toBeGreaterThan(60);
});
