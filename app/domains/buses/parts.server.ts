import { sql, type Transaction } from "kysely";
import { newKey } from "~/kit/data/db/pool.server";
import type { DB } from "~/kit/data/db/tables";
import { periodPart, type PeriodTable } from "~/kit/room/periods.server";
import { today } from "~/kit/ground/time/today.server";

type Open = Transaction<DB>;
type Keys = readonly string[];

const busLines: PeriodTable = { table: "bus_line", key: "bus_line_uuid", owner: "bus_uuid" };

/** The line that a bus belongs to: its main one of today. Buses have no column for it. */
export const mainLine = { ...part(mainLines, assignMainLine), writeNew: assignNew };
export const authorisedLines = periodPart(busLines);
export const presetPersons = part(presetsOf, writePresets);

async function mainLines(trx: Open, keys: Keys): Promise<Map<string, string | null>> {
  const found = await sql<{
    busUuid: string;
    lineUuid: string;
  }>`select bus_uuid, line_uuid from bus_line where bus_uuid = any(${keys}) and is_main and valid @> ${today()}::date`.execute(
    trx,
  );
  return new Map([
    ...keys.map((key) => [key, null] as const),
    ...found.rows.map((row) => [row.busUuid, row.lineUuid] as const),
  ]);
}

/** What was the main line until now ends yesterday, what was chosen only today was never so; later plans stay. */
async function assignMainLine(trx: Open, busUuid: string, lineUuid: string | null): Promise<void> {
  const day = today();
  const given = sql`bus_uuid = ${busUuid} and (is_main or line_uuid = ${lineUuid})`;
  await sql`delete from bus_line where ${given} and lower(valid) = ${day}::date`.execute(trx);
  await sql`update bus_line set valid = daterange(lower(valid), ${day}::date) where ${given} and valid @> ${day}::date`.execute(
    trx,
  );
  if (!lineUuid) return;
  const planned = await sql<{
    begin: string | null;
  }>`select min(lower(valid)) as begin from bus_line where bus_uuid = ${busUuid} and is_main and lower(valid) > ${day}::date`.execute(
    trx,
  );
  const valid = sql`daterange(${day}::date, ${planned.rows[0]!.begin}::date)`;
  await sql`delete from bus_line where bus_uuid = ${busUuid} and line_uuid = ${lineUuid} and valid && ${valid}`.execute(
    trx,
  );
  await sql`insert into bus_line (bus_line_uuid, bus_uuid, line_uuid, is_main, valid) values (${newKey()}, ${busUuid}, ${lineUuid}, true, ${valid})`.execute(
    trx,
  );
}

async function assignNew(trx: Open, lines: ReadonlyMap<string, string>): Promise<void> {
  await sql`insert into bus_line (bus_line_uuid, bus_uuid, line_uuid, is_main, valid)
    select given.key, given.bus, given.line, true, daterange(${today()}::date, null)
    from unnest(${[...lines].map(() => newKey())}::text[], ${[...lines.keys()]}::text[], ${[...lines.values()]}::text[]) as given(key, bus, line)`.execute(
    trx,
  );
}

async function presetsOf(trx: Open, keys: Keys): Promise<Map<string, string[]>> {
  const rows = await trx
    .selectFrom("personPreset")
    .select(["busUuid", "personUuid"])
    .where("busUuid", "in", [...keys])
    .orderBy("sort")
    .orderBy("personUuid")
    .execute();
  const presets = new Map<string, string[]>(keys.map((key) => [key, []]));
  for (const row of rows) presets.get(row.busUuid)!.push(row.personUuid);
  return presets;
}

async function writePresets(trx: Open, busUuid: string, persons: readonly string[]): Promise<void> {
  await trx.deleteFrom("personPreset").where("busUuid", "=", busUuid).execute();
  if (persons.length > 0)
    await trx
      .insertInto("personPreset")
      .values(persons.map((personUuid, place) => ({ busUuid, personUuid, sort: place + 1 })))
      .execute();
}

function part<V, W extends V>(
  readMany: (trx: Open, keys: Keys) => Promise<Map<string, V>>,
  write: (trx: Open, busUuid: string, value: W) => Promise<void>,
) {
  return {
    readMany,
    write,
    read: async (trx: Open, busUuid: string) => (await readMany(trx, [busUuid])).get(busUuid)!,
  };
}
