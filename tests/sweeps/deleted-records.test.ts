import { sql } from "kysely";
import { afterAll, beforeAll, expect, it } from "vitest";
import { z } from "zod";
import { apiCalls } from "~/api.server";
import { db, newKey } from "~/kit/data/db/pool.server";
import { rooms } from "~/rooms";
import { account, enter } from "../kit/accounts";
import { measured } from "../kit/real-data";
import { build, type Visitor } from "../kit/visit";

type Row = Record<string, unknown>;

/** In the name of every deleted record. */
const mark = "已故";
const nobody = "0".repeat(32);
let person: Visitor;
/** Keys that stand in addresses and calls, by their names: of what was copied, and of what that hangs on. */
const keys = new Map<string, Set<string>>();
const counts = { deleted: 0, pages: 0, calls: 0 };

beforeAll(async () => {
  person = await enter(await account({ isSuper: true }));
  for (const { room, source } of rooms) await addDeleted(source.kept.table, room.key, [room.named].flat() as string[]);
});
afterAll(() => measured("deleted records nearby", counts));

/** A copy of a living record that hangs on all that this does, but that it is deleted and has the mark in its name. */
async function addDeleted(table: string, key: string, named: string[]): Promise<void> {
  const { rows } = await sql<Row>`
    select * from ${sql.table(table)} where deleted_at is null order by (select count(*) from jsonb_each(to_jsonb(${sql.table(table)})) e where e.value = 'null'), ${sql.ref(key)} limit 1`.execute(
    db(),
  );
  const [row] = rows;
  if (!row) return;
  counts.deleted += 1;
  for (const [name, value] of Object.entries(row))
    if (typeof value === "string" && /^[0-9a-f]{32}$/.test(value))
      keys.set(name, (keys.get(name) ?? new Set()).add(value));
  const copy: Row = { ...row, [key]: newKey(), deletedAt: new Date(), deletedBy: "test" };
  for (const name of named) copy[name] = `${mark}${String(row[name]).slice(0, 8)}`;
  const { rows: made } = await sql<{ name: string }>`
    select column_name as name from information_schema.columns
    where table_schema = current_schema() and is_generated = 'ALWAYS' and table_name = ${snake(table)}`.execute(db());
  for (const { name } of made) delete copy[camel(name)];
  const stored = Object.fromEntries(
    Object.entries(copy).map(([name, value]) => [name, isPlainObject(value) ? JSON.stringify(value) : value]),
  );
  await db()
    .insertInto(table as "station")
    .values(stored as never)
    .execute();
}

const snake = (name: string) => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
const camel = (name: string) => name.replaceAll(/_(\w)/g, (_whole, letter: string) => letter.toUpperCase());
const isPlainObject = (value: unknown) =>
  typeof value === "object" && value !== null && !(value instanceof Date) && !Array.isArray(value);

/** Where deleted records are kept, brought back from, or told of as what they were; a file says that one in the recycle bin holds it. */
const ofDeleted = /recycle|history|log|audit|change-|security|search|attachment/i;

it("a deleted record shows on no page but where deleted ones are kept", async () => {
  const shown: string[] = [];
  for (const route of Object.values(build.routes)) {
    const { loader } = (route?.module ?? {}) as { loader?: { permission?: string } };
    if (
      !route?.path ||
      !loader ||
      loader.permission === "api" ||
      /sign-out|\*/.test(route.path) ||
      ofDeleted.test(route.path)
    )
      continue;
    for (const at of addressesOf(route.path)) {
      const answer = await person.send(at, { headers: { accept: "text/html", "sec-fetch-site": "same-origin" } });
      counts.pages += 1;
      const text = await answer.text();
      if (text.includes(mark)) shown.push(`${at}: ${around(text)}`);
    }
  }
  expect(shown).toEqual([]);
});

it("a deleted record is in no answer of a call that reads", async () => {
  const shown: string[] = [];
  for (const [path, { method, permission, request }] of apiCalls) {
    if (!permission.endsWith(".read") || ofDeleted.test(path)) continue;
    const { properties = {} } = z.toJSONSchema(request, { io: "input", unrepresentable: "any" });
    const known = Object.entries(properties).flatMap(([name]) =>
      keys.has(name) ? [[name, [...keys.get(name)!][0]!]] : [],
    );
    const found = "keyword" in properties ? [{ keyword: mark }] : [];
    const own = Object.fromEntries(known) as Row;
    for (const body of [{}, ...found, own, ...known.map(([name, key]) => ({ [name!]: key }))]) {
      counts.calls += 1;
      const text = await answerOf(path, body, method);
      if (text.includes(mark)) {
        shown.push(`${path} ${JSON.stringify(body).slice(0, 80)}: ${around(text)}`);
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

/** The address with each of the keys known under the names in it, three at most. */
function addressesOf(path: string): string[] {
  const names = [...path.matchAll(/:(\w+)/g)].map(([, name]) => name!);
  const some = Math.max(1, ...names.map((name) => Math.min(3, keys.get(name)?.size ?? 0)));
  return Array.from({ length: names.length > 0 ? some : 1 }, (_, nth) =>
    path.replace(
      /:(\w+)/g,
      (_whole, name: string) => [...(keys.get(name) ?? [nobody])].at(nth) ?? [...(keys.get(name) ?? [nobody])][0]!,
    ),
  );
}

const around = (text: string) =>
  text.slice(Math.max(0, text.indexOf(mark) - 120), text.indexOf(mark) + 40).replaceAll(/\s+/g, " ");
