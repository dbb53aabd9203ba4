import { sql } from "kysely";
import { inScope } from "~/kit/data/access/scope.server";
import type { Viewer } from "~/kit/data/access/viewer";
import { db } from "~/kit/data/db/pool.server";
import type { Referred, Room } from "./room";
import type { Names } from "./words";

type Fields = Record<string, unknown>;

/** The titles of the records that fields of these point at by key, deleted ones too: a history speaks of what was. */
export async function loadNames(
  viewer: Viewer,
  refers: Room<never>["refers"] = {},
  records: readonly (Fields | null | undefined)[],
): Promise<Names> {
  const wanted = new Map<string, { referred: Referred; keys: Set<string> }>();
  for (const [field, to] of Object.entries(refers)) {
    const keys = records.flatMap((record) => textsIn(record?.[field]));
    for (const referred of [to].flat() as Referred[]) {
      const entry = wanted.get(referred.table) ?? { referred, keys: new Set<string>() };
      for (const key of keys) entry.keys.add(key);
      wanted.set(referred.table, entry);
    }
  }
  const found = await Promise.all(
    [...wanted.values()]
      .filter(({ keys }) => keys.size > 0)
      .map(({ referred, keys }) => titlesOf(viewer, referred, [...keys])),
  );
  return Object.fromEntries(found.flat().map(({ key, title }) => [key, title]));
}

/** A field's keys, also those in the rows of a part. */
function textsIn(value: unknown): string[] {
  if (typeof value === "string") return [value];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(textsIn) : [];
}

const outside = "（您的机构范围以外）";

async function titlesOf(
  viewer: Viewer,
  { table, key, title, org }: Referred,
  keys: string[],
): Promise<{ key: string; title: string }[]> {
  const found = await sql<{
    key: string;
    title: string;
  }>`select ${sql.ref(key)} as key, ${org ? sql`case when ${inScope(viewer, sql.ref(org))} then ${sql.ref(title)} else ${outside} end` : sql.ref(title)} as title from ${sql.table(table)} where ${sql.ref(key)} = any(${keys}) and ${sql.ref(title)} is not null`.execute(
    db(),
  );
  return found.rows;
}
