import { sql } from "kysely";
import { type Database, newKey } from "~/kit/data/db/pool.server";
import type { Part } from "~/kit/data/db/records.server";
import { problem } from "~/kit/ground/problem";
import type { Period } from "./periods";

/** The table that keeps the periods of a kind of record: columns `<key>`, `<owner>`, line_uuid, is_main, valid. */
export interface PeriodTable {
  table: "bus_line" | "person_line";
  key: string;
  owner: string;
}

export async function periodsOf(on: Database, kept: PeriodTable, key: string): Promise<Period[]> {
  return (await periodsOfMany(on, kept, [key])).get(key)!;
}

async function periodsOfMany(
  on: Database,
  { table, owner }: PeriodTable,
  keys: readonly string[],
): Promise<Map<string, Period[]>> {
  const found = await sql<Period & { of: string }>`
    select ${sql.ref(owner)} as of, line_uuid, is_main, lower(valid) as begin_date, upper(valid) - 1 as end_date
    from ${sql.table(table)} join line using (line_uuid)
    where ${sql.ref(owner)} = any(${keys}) order by lower(valid), is_main desc, name_order, line_uuid`.execute(on);
  const byOwner = new Map<string, Period[]>(keys.map((key) => [key, []]));
  for (const { of, ...period } of found.rows) byOwner.get(of)!.push(period);
  return byOwner;
}

/** The periods as a part of their record, so that a change of them stands in its history; what stays as it is keeps its row. */
export function periodPart(kept: PeriodTable) {
  return {
    read: (trx, key) => periodsOf(trx, kept, key),
    readMany: (trx, keys) => periodsOfMany(trx, kept, keys),
    async write(trx, key, rows: Period[]) {
      const stored = await periodsOf(trx, kept, key);
      const gone = without(stored, rows);
      const fresh = without(rows, stored);
      const { table, owner } = kept;
      await sql`
        delete from ${sql.table(table)} using jsonb_to_recordset(${JSON.stringify(gone.map(inColumns))}::jsonb) as gone(line_uuid text, begin_date date)
        where ${sql.ref(owner)} = ${key} and ${sql.table(table)}.line_uuid = gone.line_uuid and lower(valid) = gone.begin_date`.execute(
        trx,
      );
      await sql`
        insert into ${sql.table(table)} (${sql.ref(kept.key)}, ${sql.ref(owner)}, line_uuid, is_main, valid)
        select key, ${key}, line_uuid, is_main, daterange(begin_date, end_date, '[]')
        from jsonb_to_recordset(${JSON.stringify(fresh.map((row) => ({ ...inColumns(row), key: newKey() })))}::jsonb) as fresh(key text, line_uuid text, is_main boolean, begin_date date, end_date date)`.execute(
        trx,
      );
    },
  } satisfies Part;
}

/** Throws at its row where a line is not one of those known, unless the record has it already. */
export function refuseUnknownLines(
  rows: readonly Period[],
  before: readonly Period[],
  known: ReadonlySet<string>,
): void {
  const had = new Set(before.map(({ lineUuid }) => lineUuid));
  const wrong = rows.flatMap(({ lineUuid }, row) =>
    known.has(lineUuid) || had.has(lineUuid)
      ? []
      : [{ path: `lines[${row}].lineUuid`, message: "线路不存在，或不在您的机构范围内" }],
  );
  if (wrong.length > 0) throw problem.fields(wrong);
}

const without = (rows: Period[], others: Period[]) =>
  rows.filter((row) => !others.some((other) => JSON.stringify(other) === JSON.stringify(row)));
const inColumns = ({ lineUuid, isMain, beginDate, endDate }: Period) => ({
  line_uuid: lineUuid,
  is_main: isMain,
  begin_date: beginDate,
  end_date: endDate,
});
