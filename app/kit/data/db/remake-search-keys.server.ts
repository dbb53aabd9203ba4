import { sql } from "kysely";
import { log } from "~/kit/ground/log.server";
import { inTransaction } from "./pool.server";
import { rowOf } from "./taken.server";
import { loose, madeKeysFrom, type Open, type RecordTable, type Row, searchColumns } from "./record-table";

/** Counts up with every change of how names and codes become search keys. */
const making = 4;

export interface SearchKeySource {
  table: RecordTable["table"];
  key: string;
  from: readonly string[];
  make(row: Row): Row;
}

export const foundBy = (kept: RecordTable): SearchKeySource[] =>
  kept.searched
    ? [{ table: kept.table, key: kept.key, from: madeKeysFrom(kept), make: (row) => searchColumns(kept, row) }]
    : [];

/** Makes the search keys of all records anew where an older program has made them. */
export async function remakeSearchKeys(tables: readonly SearchKeySource[]): Promise<void> {
  await inTransaction(async (trx) => {
    const { rows } = await sql<{ making: number }>`select making from search_keys_made for update`.execute(trx);
    if (rows[0]!.making >= making) return;
    let records = 0;
    for (const one of tables) records += await remake(trx, one);
    await sql`update search_keys_made set making = ${making}`.execute(trx);
    log.info({ records }, "search keys made anew");
  });
}

const atOnce = 1000;

async function remake(trx: Open, { table, key, from, make }: SearchKeySource): Promise<number> {
  let records = 0;
  let last = "";
  for (;;) {
    const rows = (await loose(trx)
      .selectFrom(table)
      .select([key, ...from])
      .where(key, ">", last)
      .orderBy(key)
      .limit(atOnce)
      .execute()) as Row[];
    if (rows.length > 0)
      await write(
        trx,
        table,
        key,
        rows.map((row) => ({ [key]: row[key], ...make(row) })),
      );
    records += rows.length;
    if (rows.length < atOnce) return records;
    last = rows.at(-1)![key] as string;
  }
}

async function write(trx: Open, table: string, key: string, rows: readonly Row[]): Promise<void> {
  const given = rows.map((row) => Object.fromEntries(Object.entries(row).map(([name, one]) => [snake(name), one])));
  const names = Object.keys(rows[0]!).filter((name) => name !== key);
  await sql`
    update ${sql.table(table)} as stored set ${sql.join(names.map((name) => sql`${sql.ref(name)} = given.${sql.ref(name)}`))}
    from jsonb_populate_recordset(${rowOf(table)}, ${JSON.stringify(given)}::jsonb) given
    where stored.${sql.ref(key)} = given.${sql.ref(key)}`.execute(trx);
}

const snake = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
