import { sql } from "kysely";
import { afterAll, beforeAll, expect, it } from "vitest";
import { z } from "zod";
import { apiCalls } from "~/calls/calls.server";
import { db, newKey } from "~/kit/data/db/pool.server";
import { account, enter } from "../kit/accounts";
import { measured } from "../kit/real-data";
import type { Visitor } from "../kit/visit";
import {
  addressesOf,
  around,
  camel,
  fullestRecords,
  type Keys,
  keysOf,
  pagePaths,
  type Row,
  snake,
  withOthers,
} from "./addresses";

/** In the name of every deleted record. */
const mark = /已故/;
let person: Visitor;
let keys: Keys;
const counts = { deleted: 0, pages: 0, calls: 0 };

beforeAll(async () => {
  person = await enter(await account({ isSuper: true }));
  const records = await fullestRecords();
  keys = await withOthers(keysOf(records));
  for (const record of records) await addDeleted(record);
  counts.deleted = records.length;
});
afterAll(() => measured("deleted records nearby", counts));

/** A copy of a living record that hangs on all that this does, but that it is deleted and has the mark in its name. */
async function addDeleted({ table, key, named, row }: Awaited<ReturnType<typeof fullestRecords>>[number]) {
  const copy: Row = { ...row, [key]: newKey(), deletedAt: new Date(), deletedBy: "test" };
  for (const name of named) copy[name] = `已故${String(row[name]).slice(0, 8)}`;
  const { rows: made } = await sql<{ name: string }>`
    select column_name as name from information_schema.columns
    where table_schema = current_schema() and is_generated = 'ALWAYS' and table_name = ${snake(table)}`.execute(db());
  for (const { name } of made) delete copy[camel(name)];
  const isJson = (value: unknown) =>
    typeof value === "object" && value !== null && !(value instanceof Date) && !Array.isArray(value);
  const stored = Object.entries(copy).map(([name, value]) => [name, isJson(value) ? JSON.stringify(value) : value]);
  await db()
    .insertInto(table as "station")
    .values(Object.fromEntries(stored) as never)
    .execute();
}

/** Where deleted records are kept, brought back from, or told of as what they were; a file says that one in the recycle bin holds it. */
const ofDeleted = /recycle|history|log|audit|change-|security|search|attachment/i;

it("a deleted record shows on no page but where deleted ones are kept", async () => {
  const shown: string[] = [];
  for (const at of pagePaths().flatMap((path) => (ofDeleted.test(path) ? [] : addressesOf(path, keys)))) {
    const answer = await person.send(at, { headers: { accept: "text/html", "sec-fetch-site": "same-origin" } });
    counts.pages += 1;
    const text = await answer.text();
    if (mark.test(text)) shown.push(`${at}: ${around(text, mark)}`);
  }
  expect(counts.deleted).toBeGreaterThan(15);
  expect(shown).toEqual([]);
});

it("a deleted record is in no answer of a call that reads", async () => {
  const shown: string[] = [];
  for (const [path, { method, permission, request }] of apiCalls) {
    if (!permission.endsWith(".read") || ofDeleted.test(path)) continue;
    const { properties = {} } = z.toJSONSchema(request, { io: "input", unrepresentable: "any" });
    const known = Object.keys(properties).flatMap((name) =>
      keys.has(name) ? [[name, [...keys.get(name)!][0]!] as const] : [],
    );
    const found = "keyword" in properties ? [{ keyword: "已故" }] : [];
    const own: Row = Object.fromEntries(known);
    for (const body of [{}, ...found, own, ...known.map(([name, key]) => ({ [name]: key }))]) {
      counts.calls += 1;
      const text = await answerOf(path, body, method);
      if (mark.test(text)) {
        shown.push(`${path} ${JSON.stringify(body).slice(0, 80)}: ${around(text, mark)}`);
        break;
      }
    }
  }
  expect(shown).toEqual([]);
});

/** What a call answers, sounds and files too. */
async function answerOf(path: string, body: Row, method: string): Promise<string> {
  const headers = { authorization: person.token!, "content-type": "application/json" };
  const query = method === "GET" ? `?${new URLSearchParams(body as Record<string, string>)}` : "";
  const sent = method === "GET" ? {} : { body: JSON.stringify(body) };
  const answer = await person.send(path + query, { method, headers, ...sent });
  return answer.text();
}
