import { sql, type Transaction } from "kysely";
import type { DB } from "~/kit/data/db/tables";
import { problem } from "~/kit/ground/problem";

/** A table whose records stand below one another. Column names in camel case. */
export interface TreeRecord {
  table: keyof DB & string;
  key: string;
  parent: string;
  deepest: number;
  noun: string;
}

/** Refuses a place below a record that is gone, below itself, or deeper than allowed; `key` is absent for a new record. Holds the tree until the transaction ends. */
export async function placeInTree(
  trx: Transaction<DB>,
  tree: TreeRecord,
  key: string | undefined,
  parentKey: string | null,
): Promise<void> {
  await lockTree(trx, tree);
  if (parentKey === null) return;
  const above = await keysAbove(trx, tree, parentKey);
  if (above.length === 0) throw problem.field(tree.parent, `上级${tree.noun}不存在或已删除`);
  if (key && above.includes(key)) throw problem.field(tree.parent, `不能移动到自己的下级${tree.noun}`);
  const below = key ? await levelsFrom(trx, tree, key) : 1;
  if (above.length + below > tree.deepest) throw problem.field(tree.parent, `${tree.noun}最多 ${tree.deepest} 级`);
}

/** Moves and deletes in one tree happen one after the other, so that two of them cannot make a ring or an orphan. */
export async function lockTree(trx: Transaction<DB>, { table }: Pick<TreeRecord, "table">): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext(${`tree ${table}`}))`.execute(trx);
}

/** More levels than any tree may have: an end for rings that bad data may hold. */
const most = 50;

async function keysAbove(trx: Transaction<DB>, { table, key, parent }: TreeRecord, from: string): Promise<string[]> {
  const found = await sql<{ key: string }>`
    with recursive up as (
      select ${sql.ref(key)} as key, ${sql.ref(parent)} as above, 1 as level from ${sql.table(table)} where ${sql.ref(key)} = ${from} and deleted_at is null
      union all select t.${sql.ref(key)}, t.${sql.ref(parent)}, up.level + 1 from ${sql.table(table)} t join up on t.${sql.ref(key)} = up.above where up.level < ${most}
    ) select key from up`.execute(trx);
  return found.rows.map((row) => row.key);
}

async function levelsFrom(trx: Transaction<DB>, { table, key, parent }: TreeRecord, from: string): Promise<number> {
  const found = await sql<{ levels: number }>`
    with recursive down as (
      select ${sql.ref(key)} as key, 1 as level from ${sql.table(table)} where ${sql.ref(key)} = ${from}
      union all select t.${sql.ref(key)}, down.level + 1 from ${sql.table(table)} t join down on t.${sql.ref(parent)} = down.key where t.deleted_at is null and down.level < ${most}
    ) select max(level) as levels from down`.execute(trx);
  return found.rows[0]?.levels ?? 1;
}
