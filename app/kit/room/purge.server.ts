import { sql, type Transaction } from "kysely";
import { requireFreshPassword } from "~/kit/data/access/fresh-password.server";
import type { Viewer } from "~/kit/data/access/viewer";
import { recordChange } from "~/kit/data/db/history.server";
import { type Database, db, inTransaction } from "~/kit/data/db/pool.server";
import type { DB } from "~/kit/data/db/tables";
import { problem } from "~/kit/ground/problem";
import type { Use } from "~/kit/page/screens";
import { findServed } from "./registry";
import { keyOf, isVisible } from "./source-sql.server";
import { type Kept, lockRows } from "./source.server";

type Bin = Pick<Kept<unknown, never>, "kept" | "scope" | "unowned">;
const most = 200;

/** Which deleted records are to go for good, and what still points at them, deleted too. */
export async function loadPurge(
  viewer: Viewer,
  source: Bin,
  title: string,
  asked: readonly string[],
): Promise<{ keys: string[]; names: string[]; uses: Use[] }> {
  const found = await sql<{ key: string; name: string }>`
    select ${keyOf(source)} as key, ${sql.ref(`${source.kept.table}.${title}`)}::text as name from ${sql.table(source.kept.table)}
    where ${keyOf(source)} = any(${asked.slice(0, most)}) and ${sql.ref(`${source.kept.table}.deletedAt`)} is not null and ${isVisible(source, viewer)} order by 2`.execute(
    db(),
  );
  const keys = found.rows.map(({ key }) => key);
  return { keys, names: found.rows.map(({ name }) => name), uses: await holdersOf(db(), source, keys) };
}

/** Takes deleted records out of the database, all or none; a line of the history says that they were there. */
export async function purgeRows(viewer: Viewer, source: Bin, title: string, keys: readonly string[]): Promise<void> {
  if (keys.length === 0 || keys.length > most) throw problem.field("", `请勾选 1 到 ${most} 条记录`);
  requireFreshPassword(viewer);
  const { kept } = source;
  await inTransaction(async (trx) => {
    const rows = await lockRows<Record<string, unknown>>(trx, source, viewer, keys, true);
    const [holder] = await holdersOf(trx, source, keys);
    if (holder) throw problem.used(`${kept.noun}还被${holder.label} ${holder.count} 条引用，不能彻底删除`);
    await remove(trx, source, keys);
    await recordChange(
      trx,
      viewer,
      ...rows.map((row) => ({
        room: kept.room,
        key: String(row[kept.key]),
        action: "purge" as const,
        version: Number(row.version) + 1,
        before: { [kept.key]: row[kept.key], [title]: row[title] },
      })),
    );
  });
}

const remove = (trx: Transaction<DB>, source: Bin, keys: readonly string[]) =>
  sql`delete from ${sql.table(source.kept.table)} where ${keyOf(source)} = any(${keys})`.execute(trx);

/** Rows of other tables that a foreign key keeps at these records, counted by what they are called. */
async function holdersOf(on: Database, source: Bin, keys: readonly string[]): Promise<Use[]> {
  const table = snake(source.kept.table);
  const pointing = await sql<{ from: string; column: string }>`
    select conrelid::regclass::text as from, attname::text as column from pg_constraint
    join pg_attribute on attrelid = conrelid and attnum = conkey[1]
    where contype = 'f' and confrelid = ${table}::regclass and confdeltype <> 'c' and array_length(conkey, 1) = 1`.execute(
    on,
  );
  const uses = await Promise.all(
    pointing.rows.map(async ({ from, column }): Promise<Use> => {
      const own = from === table ? sql`and ${sql.ref(snake(source.kept.key))} <> all(${keys})` : sql``;
      const { rows } = await sql<{ count: number }>`
        select count(*)::int as count from ${sql.table(from)} where ${sql.ref(column)} = any(${keys}) ${own}`.execute(
        on,
      );
      return { label: findServed(from)?.room.noun ?? "其他业务记录", count: rows[0]!.count, blocking: true };
    }),
  );
  return uses.filter(({ count }) => count > 0);
}

const snake = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
