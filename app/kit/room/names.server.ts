import { type RawBuilder, sql } from "kysely";
import { outside } from "~/kit/data/access/outside";
import type { Viewer } from "~/kit/data/access/viewer";
import { db, plannedOnce } from "~/kit/data/db/pool.server";
import { findSource, listBelongings } from "./registry";
import type { ReferredTable, Room } from "./room";
import { isVisible } from "./source-sql.server";
import type { Names } from "./words";

type Fields = Record<string, unknown>;

/** The titles of the records that fields of these point at by key, deleted ones too: a history speaks of what was. Of other organisations' records only that they are there. */
export async function loadNames(
  viewer: Viewer,
  refers: Room<never>["refers"] = {},
  records: readonly (Fields | null | undefined)[],
): Promise<Names> {
  const wanted = new Map<string, { referred: ReferredTable; keys: Set<string> }>();
  for (const [field, to] of Object.entries(refers)) {
    const keys = records.flatMap((record) => textsIn(record?.[field]));
    for (const referred of [to].flat() as ReferredTable[]) {
      const entry = wanted.get(referred.table) ?? { referred, keys: new Set<string>() };
      for (const key of keys) entry.keys.add(key);
      wanted.set(referred.table, entry);
    }
  }
  const asked = [...wanted.values()].filter(({ keys }) => keys.size > 0);
  if (asked.length === 0) return {};
  const titles = asked.map(({ referred, keys }) => titlesOf(viewer, referred, [...keys]));
  const { rows } = await sql<{
    key: string;
    title: string;
  }>`${plannedOnce}${sql.join(titles, sql` union all `)}`.execute(db());
  return Object.fromEntries(rows.map(({ key, title }) => [key, title]));
}

/** A field's keys, also those in the rows of a part. */
function textsIn(value: unknown): string[] {
  if (typeof value === "string") return [value];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(textsIn) : [];
}

/** What limits who sees a table's records. */
export const scopeOf = (table: string) =>
  findSource(table) ??
  (listBelongings().some((one) => one.table === table) ? { scope: sql.ref(`${table}.orgId`) } : {});

function titlesOf(viewer: Viewer, { table, key, title }: ReferredTable, keys: string[]): RawBuilder<unknown> {
  return sql`select ${sql.ref(key)}::text as key, case when ${isVisible(scopeOf(table), viewer)} then ${sql.ref(title)}::text else ${outside} end as title
    from ${sql.table(table)} where ${sql.ref(key)} = any(${keys}) and ${sql.ref(title)} is not null`;
}
