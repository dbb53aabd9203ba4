import { type RawBuilder, sql } from "kysely";

/** An order by what another table's records say: each of them with all that refer to it by `by`. */
export interface RecordOrder {
  /** The column that refers, null where it refers to none; it has an index with the list's key behind. */
  by: RawBuilder<unknown>;
  /** It has none: however many rows there are, all are sorted. */
  sortsAll?: boolean;
  table: string;
  key: string;
  /** What a record says, as SQL over its table; never null. */
  says: RawBuilder<unknown>;
}

interface Page {
  key: RawBuilder<unknown>;
  from: RawBuilder<unknown>;
  where: RawBuilder<unknown>;
  desc: boolean;
  limit: number;
  offset: number;
}

/** What a row is sorted by where all that are found are sorted. */
export const saidBy = ({ by, table, key, says }: RecordOrder) =>
  sql`(select ${says} from ${sql.table(table)} where ${sql.ref(`${table}.${key}`)} = ${by})`;

/** The keys of a page as a query, in the order of `saidBy` and then of the key: takes of each record, in their order, only as many rows as the page can need, so that it costs what stands before its end, however long the list is. */
export function keysByRecord(order: RecordOrder, { key, from, where, desc, limit, offset }: Page): RawBuilder<unknown> {
  const direction = desc ? sql`desc` : sql`asc`;
  const most = sql.lit(offset + limit);
  const rows = (condition: RawBuilder<unknown>) =>
    sql`select (${key})::text as key from ${from} where ${where} and ${condition} order by ${key} ${direction} limit ${most}`;
  return sql`select key from (
      (select 0 as part, said.place, found.key
        from (select ${sql.ref(`${order.table}.${order.key}`)} as record, ${order.says} as place from ${sql.table(order.table)} order by 2 ${direction}) said
        cross join lateral (${rows(sql`${order.by} = said.record`)}) found
        order by said.place ${direction}, found.key ${direction} limit ${most})
      union all (select 1, null, rest.key from (${rows(sql`${order.by} is null`)}) rest)
    ) page order by part ${direction}, place ${direction}, key ${direction} limit ${limit} offset ${offset}`;
}
