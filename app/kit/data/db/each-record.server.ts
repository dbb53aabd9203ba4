import { sql } from "kysely";
import { groupBy } from "~/kit/ground/group-by";
import { type Author, type Change, type HistoryAction, recordChange } from "./history.server";
import { changeOf, lockRecords, readParts } from "./many-records.server";
import { refusingDuplicates } from "./record-refusals.server";
import {
  type Open,
  plainRecord,
  type RecordTable,
  type Row,
  searchColumns,
  writeNewParts,
  writeParts,
} from "./record-table";

/** Inserts records with their keys given, each with its history; throws problem.field where one is a duplicate, and then none is kept. */
export async function createRecords(
  trx: Open,
  author: Author,
  kept: RecordTable,
  records: readonly Row[],
  action: HistoryAction = "create",
): Promise<Row[]> {
  const created: Row[] = [];
  for (const some of sameFields(records)) {
    const by = { createdBy: author.userId, updatedBy: author.userId };
    const own = asColumns(kept, some, (values) => Object.assign(searchColumns(kept, values), by));
    const names = Object.keys(own[0]!);
    const { rows } = await refusingDuplicates(trx, kept, undefined, () =>
      sql<Row>`insert into ${sql.table(kept.table)} (${sql.join(names.map((name) => sql.ref(name)))})
        select ${sql.join(names.map((name) => sql.ref(name)))} from jsonb_populate_recordset(${rowOf(kept)}, ${JSON.stringify(own)}::jsonb) returning *`.execute(
        trx,
      ),
    );
    await writeNewParts(trx, kept, some);
    created.push(...rows);
  }
  const whole = await readParts(trx, kept, created);
  await recordChange(
    trx,
    author,
    ...whole.map((row): Change => ({
      room: kept.room,
      key: row[kept.key] as string,
      action,
      version: 1,
      after: plainRecord(kept, row),
    })),
  );
  return whole;
}

/** Changes records each in its own way, each with its history; one whose version is not the one given any more is left, and not among those answered. */
export async function updateEach(
  trx: Open,
  author: Author,
  kept: RecordTable,
  asked: readonly { key: string; version: number; changes: Row }[],
): Promise<Row[]> {
  const before = new Map(
    (await lockRecords(trx, kept, asked.map(({ key }) => key).sort())).map((row) => [row[kept.key] as string, row]),
  );
  const due = asked.filter(({ key, version }) => before.get(key)?.version === version);
  await vacateSwapped(trx, kept, before, due);
  const updated: Row[] = [];
  for (const some of sameFields(due.map(({ key, changes }) => ({ [kept.key]: key, ...changes })))) {
    const own = asColumns(kept, some, (values) =>
      searchColumns(kept, { ...before.get(values[kept.key] as string), ...values }),
    );
    const names = Object.keys(own[0]!).filter((name) => name !== snake(kept.key));
    const { rows } = await refusingDuplicates(trx, kept, undefined, () =>
      sql<Row>`update ${sql.table(kept.table)} as stored set ${sql.join([
        ...names.map((name) => sql`${sql.ref(name)} = given.${sql.ref(name)}`),
        sql`version = stored.version + 1, updated_at = now(), updated_by = ${author.userId}`,
      ])} from jsonb_populate_recordset(${rowOf(kept)}, ${JSON.stringify(own)}::jsonb) given
        where stored.${sql.ref(kept.key)} = given.${sql.ref(kept.key)} returning stored.*`.execute(trx),
    );
    for (const values of some) await writeParts(trx, kept, values[kept.key] as string, values);
    updated.push(...rows);
  }
  const whole = await readParts(trx, kept, updated);
  await recordChange(
    trx,
    author,
    ...whole.map((row) => changeOf(kept, "update", row, before.get(row[kept.key] as string)!, row)),
  );
  return whole;
}

/** Records that give a value which only one may have to another of them leave it first: the database compares them one after the other. */
async function vacateSwapped(
  trx: Open,
  kept: RecordTable,
  before: ReadonlyMap<string, Row>,
  due: readonly { key: string; changes: Row }[],
): Promise<void> {
  const paths = new Set(Object.values(kept.unique).map(({ path }) => path));
  for (const path of paths) {
    const changing = due.filter(({ key, changes }) => {
      const stored = before.get(key)?.[path];
      return typeof changes[path] === "string" && typeof stored === "string" && stored !== "";
    });
    const holders = new Map(changing.map(({ key }) => [folded(before.get(key)![path]), key]));
    const wanted = changing.map(({ key, changes }) => ({ key, holder: holders.get(folded(changes[path])) }));
    const leaving = wanted.flatMap(({ key, holder }) => (holder && holder !== key ? [holder] : []));
    if (leaving.length > 0)
      await sql`update ${sql.table(kept.table)} set ${sql.ref(path)} = '~' || right(${sql.ref(kept.key)}, 12) where ${sql.ref(kept.key)} = any(${leaving})`.execute(
        trx,
      );
  }
}

const folded = (value: unknown) => String(value).normalize("NFKC").toLowerCase();

/** No row, of the table's type; a name alone may also be that of another type, as `line` is. */
const rowOf = ({ table }: RecordTable) => sql`(select stored from ${sql.table(table)} stored limit 0)`;

/** The records' own values and more under the names of columns; they give the same fields. */
function asColumns(kept: RecordTable, records: readonly Row[], more: (values: Row) => Row): Row[] {
  const names = new Map<string, string>();
  return records.map((values) => {
    const row: Row = {};
    for (const some of [values, more(values)])
      for (const name in some) {
        if (kept.parts?.[name]) continue;
        const column = names.get(name) ?? snake(name);
        names.set(name, column);
        row[column] = some[name];
      }
    return row;
  });
}
const snake = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** Parcels whose records give the same fields. */
function sameFields(records: readonly Row[]): Row[][] {
  const sorted = new Map<string, string>();
  return [
    ...groupBy(records.map(given), (record) => {
      const names = Object.keys(record);
      const inOrder = names.join();
      if (!sorted.has(inOrder)) sorted.set(inOrder, names.sort().join());
      return sorted.get(inOrder)!;
    }).values(),
  ];
}

const given = (record: Row): Row =>
  Object.values(record).includes(undefined)
    ? Object.fromEntries(Object.entries(record).filter(([, value]) => value !== undefined))
    : record;
