import { sql, type Transaction } from "kysely";
import { newKey } from "~/kernel/db/pool.server";
import type { Part } from "~/kernel/db/records.server";
import type { DB } from "~/kernel/db/tables";
import { today } from "~/kernel/time/today.server";
import { inOrder, type LinePeriod } from "./periods";

type Open = Transaction<DB>;

/** The line that a bus belongs to: its main one of today. Buses have no column for it. */
export const mainLine: Part = { read: mainLineOf, write: assignMainLine };

/** The lines on which a bus may run, with their periods. */
export const authorisedLines: Part = { read: periodsOf, write: writePeriods };

/** The persons that a bus is usually staffed with, in order. */
export const presetPersons: Part = { read: presetsOf, write: writePresets };

export async function mainLineOf(trx: Open, busUuid: string): Promise<string | null> {
  const found = await sql<{ lineUuid: string }>`select line_uuid from bus_line where bus_uuid = ${busUuid} and is_main and valid @> ${today()}::date`.execute(trx);
  return found.rows[0]?.lineUuid ?? null;
}

/**
 * Makes a line the main one from today on: what was the main line until now ends yesterday, and what was chosen only today
 * was never so. What is planned for later stays, and the new period ends where the next main one begins.
 */
async function assignMainLine(trx: Open, busUuid: string, lineUuid: string | null): Promise<void> {
  const day = today();
  const given = sql`bus_uuid = ${busUuid} and (is_main or line_uuid = ${lineUuid})`;
  await sql`delete from bus_line where ${given} and lower(valid) = ${day}::date`.execute(trx);
  await sql`update bus_line set valid = daterange(lower(valid), ${day}::date) where ${given} and valid @> ${day}::date`.execute(trx);
  if (!lineUuid) return;
  const planned = await sql<{ begin: string | null }>`select min(lower(valid)) as begin from bus_line where bus_uuid = ${busUuid} and is_main and lower(valid) > ${day}::date`.execute(trx);
  const valid = sql`daterange(${day}::date, ${planned.rows[0]!.begin}::date)`;
  await sql`delete from bus_line where bus_uuid = ${busUuid} and line_uuid = ${lineUuid} and valid && ${valid}`.execute(trx);
  await sql`insert into bus_line (bus_line_uuid, bus_uuid, line_uuid, is_main, valid) values (${newKey()}, ${busUuid}, ${lineUuid}, true, ${valid})`.execute(trx);
}

export async function periodsOf(trx: Open, busUuid: string): Promise<LinePeriod[]> {
  const found = await sql<LinePeriod>`select line_uuid, line_name, is_main, lower(valid) as begin_date, upper(valid) - 1 as end_date from bus_line join line using (line_uuid) where bus_uuid = ${busUuid}`.execute(trx);
  return inOrder(found.rows);
}

/** Periods that go on keep their keys. */
async function writePeriods(trx: Open, busUuid: string, periods: readonly LinePeriod[]): Promise<void> {
  const before = await sql<{ busLineUuid: string; lineUuid: string; beginDate: string }>`delete from bus_line where bus_uuid = ${busUuid} returning bus_line_uuid, line_uuid, lower(valid) as begin_date`.execute(trx);
  const keys = new Map(before.rows.map((row) => [`${row.lineUuid} ${row.beginDate}`, row.busLineUuid]));
  const rows = periods.map(({ lineUuid, isMain, beginDate, endDate }) => ({
    ...{ busLineUuid: keys.get(`${lineUuid} ${beginDate}`) ?? newKey(), busUuid, lineUuid, isMain },
    valid: sql<string>`daterange(${beginDate}::date, ${endDate}::date, '[]')`,
  }));
  if (rows.length > 0) await trx.insertInto("busLine").values(rows).execute();
}

async function presetsOf(trx: Open, busUuid: string): Promise<string[]> {
  const rows = await trx.selectFrom("personPreset").select("personUuid").where("busUuid", "=", busUuid).orderBy("sort").orderBy("personUuid").execute();
  return rows.map((row) => row.personUuid);
}

async function writePresets(trx: Open, busUuid: string, persons: readonly string[]): Promise<void> {
  await trx.deleteFrom("personPreset").where("busUuid", "=", busUuid).execute();
  if (persons.length > 0) await trx.insertInto("personPreset").values(persons.map((personUuid, place) => ({ busUuid, personUuid, sort: place + 1 }))).execute();
}
