import { sql, type Transaction } from "kysely";
import { z } from "zod";
import type { Viewer } from "~/kit/data/access/viewer";
import { db, inTransaction, newKey } from "~/kit/data/db/pool.server";
import type { DB } from "~/kit/data/db/tables";
import { problem } from "~/kit/ground/problem";

/** What a person keeps of a list; `list` is its path. */
export interface ListView {
  list: string;
  /** The columns chosen; null while they are the list's own. */
  columns: string[] | null;
  filters: SavedFilter[];
}

export const listPath = z
  .string()
  .max(100)
  .regex(/^(\/[a-z0-9-]+)+$/);

export interface SavedFilter {
  filterId: string;
  name: string;
  query: string;
}

const mostFilters = 20;
/** Of all lists together, so that nobody fills the table with lists that do not exist. */
const mostLists = 200;
const longestQuery = 2000;

export async function readListView(viewer: Viewer, list: string): Promise<ListView> {
  const found = await sql<Omit<ListView, "list">>`
    select (select columns from list_view where user_id = ${viewer.userId} and list = ${list}) as columns,
      coalesce((select json_agg(json_build_object('filterId', filter_id, 'name', name, 'query', query) order by name)
        from saved_filter where user_id = ${viewer.userId} and list = ${list}), '[]') as filters`.execute(db());
  return { list, ...found.rows[0]! };
}

export async function chooseColumns(viewer: Viewer, list: string, columns: string[]): Promise<void> {
  await asOneOf(viewer, (trx) =>
    sql`
    insert into list_view (user_id, list, columns) select ${viewer.userId}, ${list}, ${columns}::text[]
    where (select count(*) from list_view where user_id = ${viewer.userId} and list <> ${list}) < ${mostLists}
    on conflict (user_id, list) do update set columns = excluded.columns, updated_at = now()`.execute(trx),
  );
}

export async function resetColumns(viewer: Viewer, list: string): Promise<void> {
  await db().deleteFrom("listView").where("userId", "=", viewer.userId).where("list", "=", list).execute();
}

/** Keeps a list's query under a name of its own; a name taken, or one filter too many, is a problem of the name. */
export async function saveFilter(viewer: Viewer, list: string, name: string, query: string): Promise<void> {
  if (query.length > longestQuery) throw problem.field("name", "条件太长，请减少条件再保存");
  const saved = await asOneOf(viewer, (trx) =>
    sql`
    insert into saved_filter (filter_id, user_id, list, name, query) select ${newKey()}, ${viewer.userId}, ${list}, ${name}, ${query}
    where (select count(*) from saved_filter where user_id = ${viewer.userId} and list = ${list}) < ${mostFilters}
      and (select count(*) from saved_filter where user_id = ${viewer.userId}) < ${mostFilters * mostLists}
    on conflict (user_id, list, name) do nothing returning filter_id`.execute(trx),
  );
  if (saved.rows.length > 0) return;
  const taken = await db()
    .selectFrom("savedFilter")
    .select("filterId")
    .where("userId", "=", viewer.userId)
    .where("list", "=", list)
    .where("name", "=", name)
    .executeTakeFirst();
  throw problem.field(
    "name",
    taken ? `已有名为“${name}”的筛选，请换一个名称` : `每个列表最多保存 ${mostFilters} 个筛选，请先删除不用的`,
  );
}

/** Of several at once of one person each is counted when the one before it is there. */
const asOneOf = <T>({ userId }: Viewer, work: (trx: Transaction<DB>) => Promise<T>): Promise<T> =>
  inTransaction(async (trx) => {
    await sql`select from app_user where user_id = ${userId} for no key update`.execute(trx);
    return work(trx);
  });

/** Deletes one of the person's own saved filters and answers its name; undefined when it is not there. */
export async function deleteFilter(viewer: Viewer, filterId: string): Promise<string | undefined> {
  const gone = await db()
    .deleteFrom("savedFilter")
    .where("userId", "=", viewer.userId)
    .where("filterId", "=", filterId)
    .returning("name")
    .executeTakeFirst();
  return gone?.name;
}
