import { sql } from "kysely";
import { db } from "~/kit/data/db/pool.server";
import { rooms } from "~/rooms";
import { build } from "../kit/visit";

export type Row = Record<string, unknown>;

/** Keys that stand in addresses and calls, by their names. */
export type Keys = Map<string, Set<string>>;

const most = 4;
/** Keys, moments, checksums of files that hold such and how long something took: what is another in each city of the same name. */
const unlike = '[0-9a-f]{32}|"ms": [0-9]+|"crc32": "[^"]*"|[0-9]{4}-[0-9]{2}-[0-9]{2}T[^"]*';

export const snake = (name: string) => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
export const camel = (name: string) => name.replaceAll(/_(\w)/g, (_whole, letter: string) => letter.toUpperCase());

/** The living record of each room in which the most is filled, one of these first; rooms without one are left out. */
export async function fullestRecords(
  first: ReadonlySet<string> = new Set(),
): Promise<{ table: string; key: string; named: string[]; row: Row }[]> {
  const found = await Promise.all(
    rooms.map(async ({ room, source }) => {
      const { table } = source.kept;
      const named = [room.named].flat() as string[];
      const names = sql.join(
        [...named, ...(room.code ? [room.code] : [])].map((name) => sql`${sql.ref(name)}::text collate "C"`),
      );
      const { rows } = await sql<Row>`
        select * from ${sql.table(table)} where deleted_at is null
        order by ${sql.ref(room.key)} = any(${[...first]}::text[]) desc, (select count(*) from jsonb_each(to_jsonb(${sql.table(table)})) e where e.value = 'null'), ${names}, ${sql.ref(room.key)} limit 1`.execute(
        db(),
      );
      return rows.map((row) => ({ table, key: room.key, named, row }));
    }),
  );
  return found.flat();
}

/** The keys of records and of what they hang on. */
export function keysOf(records: readonly { row: Row }[]): Keys {
  const keys: Keys = new Map();
  for (const [name, value] of records.flatMap(({ row }) => Object.entries(row)))
    if (typeof value === "string" && /^[0-9a-f]{32}$/.test(value))
      keys.set(name, (keys.get(name) ?? new Set()).add(value));
  return keys;
}

/** With keys for each name in a page's address that has none yet, one of each of the first tables that keep some of that name. */
export async function withOthers(keys: Keys): Promise<Keys> {
  const all = new Map(keys);
  for (const name of new Set(pagePaths().flatMap((path) => [...path.matchAll(/:(\w+)/g)].map(([, one]) => one!)))) {
    if (all.has(name)) continue;
    const { rows: tables } = await sql<{ table: string }>`
      select table_name as "table" from information_schema.columns join information_schema.tables using (table_schema, table_name)
      where table_schema = current_schema() and table_type = 'BASE TABLE' and column_name = ${snake(name)} order by ordinal_position, 1`.execute(
      db(),
    );
    const found = new Set<string>();
    for (const { table } of tables) {
      const { rows } = await sql<{ key: string }>`
        select ${sql.ref(name)} as key from ${sql.table(table)} one where ${sql.ref(name)} is not null
        order by regexp_replace(to_jsonb(one)::text, ${unlike}, '', 'g') limit 1`.execute(db());
      if (rows[0] && found.size < most) found.add(rows[0].key);
    }
    if (found.size > 0) all.set(name, found);
  }
  return all;
}

/** The paths of all pages that may be opened, those of other programs and the way out left out. */
export function pagePaths(): string[] {
  return Object.values(build.routes).flatMap((route) => {
    const { loader } = (route?.module ?? {}) as { loader?: { permission?: string } };
    return route?.path && loader && loader.permission !== "api" && !/sign-out|\*/.test(route.path) ? [route.path] : [];
  });
}

/** The address with each of the keys known under the names in it, four at most. */
export function addressesOf(path: string, keys: Keys): string[] {
  const known = (name: string) => [...(keys.get(name) ?? ["0".repeat(32)])];
  const names = [...path.matchAll(/:(\w+)/g)].map(([, name]) => name!);
  const count = Math.max(1, ...names.map((name) => Math.min(most, known(name).length)));
  return Array.from({ length: count }, (_, nth) =>
    path.replace(/:(\w+)/g, (_whole, name: string) => known(name).at(nth) ?? known(name)[0]!),
  );
}

/** What stands before and after the first place of something in a text. */
export function around(text: string, what: RegExp): string {
  const at = text.search(what);
  return text.slice(Math.max(0, at - 120), at + 40).replaceAll(/\s+/g, " ");
}
