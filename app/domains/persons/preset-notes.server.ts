import { sql, type Transaction } from "kysely";
import { type Author, recordChange } from "~/kit/data/db/history.server";
import type { DB } from "~/kit/data/db/tables";

/** Persons preset for buses: what stands in the other side's history as well when one side is changed. */
const sides = {
  bus: {
    room: "buses",
    table: sql`bus`,
    key: sql`bus_uuid`,
    others: sql`array_agg(person_uuid::text order by sort, person_uuid)`,
  },
  person: {
    room: "persons",
    table: sql`person`,
    key: sql`person_uuid`,
    others: sql`array_agg(bus_uuid::text order by bus_uuid)`,
  },
} as const;

type Side = keyof typeof sides;
type Presets = ReadonlyMap<string, readonly string[]>;

export async function presetsBy(trx: Transaction<DB>, side: Side, keys: readonly string[]): Promise<Presets> {
  const { key, others } = sides[side];
  const found = await sql<{ key: string; others: string[] }>`
    select ${key} as key, ${others} as others from person_preset where ${key} = any(${keys}) group by 1`.execute(trx);
  const known = new Map(found.rows.map((row) => [row.key, row.others]));
  return new Map(keys.map((one) => [one, known.get(one) ?? []]));
}

export async function notePresets(trx: Transaction<DB>, author: Author, side: Side, before: Presets): Promise<void> {
  const { room, table, key } = sides[side];
  const after = await presetsBy(trx, side, [...before.keys()]);
  const changed = [...before].filter(([one, had]) => had.join() !== after.get(one)!.join());
  const versions = await sql<{ key: string; version: number }>`
    select ${key} as key, version from ${table} where ${key} = any(${changed.map(([one]) => one)})`.execute(trx);
  const known = new Map(versions.rows.map((row) => [row.key, row.version]));
  await recordChange(
    trx,
    author,
    ...changed.map(([one, had]) => ({
      room,
      key: one,
      action: "update" as const,
      version: known.get(one) ?? 1,
      before: { presets: had },
      after: { presets: after.get(one) },
    })),
  );
}
