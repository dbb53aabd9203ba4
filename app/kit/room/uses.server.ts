import { type RawBuilder, sql, type Transaction } from "kysely";
import { inScope } from "~/kit/data/access/scope.server";
import type { Viewer } from "~/kit/data/access/viewer";
import { db, plannedOnce } from "~/kit/data/db/pool.server";
import type { RecordTable } from "~/kit/data/db/records.server";
import type { DB } from "~/kit/data/db/tables";
import { problem } from "~/kit/ground/problem";
import type { Use } from "~/kit/page/screens";
import { withHolders } from "./relations.server";

export interface Reference {
  label: string;
  blocking: boolean;
  /** The living records that refer to these keys: columns `used` (one of the keys), `key`, `title`, and `org_id`, null where nothing limits who sees it. */
  select(keys: readonly string[]): RawBuilder<unknown>;
  href?(key: string): string;
}

/** What holds on to these records: named where the viewer may see it, else only counted. */
export async function usesOf(
  viewer: Viewer,
  references: readonly Reference[],
  keys: readonly string[],
): Promise<Use[]> {
  if (references.length === 0) return [];
  const each = references.map(
    (reference, nth) =>
      sql`select ${sql.lit(nth)} as nth, counted.* from (${namedAndCounted(viewer, reference, keys)}) as counted`,
  );
  const { rows } = await sql<UsesOfOne>`${plannedOnce}${sql.join(each, sql` union all `)} order by nth`.execute(db());
  return references.flatMap(({ label, blocking, href }, nth) => {
    const { visible, hidden, first } = rows[nth]!;
    return [
      { label, count: visible, blocking, items: first.map(({ key, title }) => ({ title, href: href?.(key) })) },
      { label: `您的机构范围以外的${label}`, count: hidden, blocking },
    ];
  });
}

/** Throws problem.used, naming the first use that the viewer may see, while a blocking reference to one of the records stands, of these or of another room's fields. */
export async function refuseUsed(
  trx: Transaction<DB>,
  viewer: Viewer,
  kept: Pick<RecordTable, "noun" | "table" | "key" | "searched">,
  references: readonly Reference[],
  keys: readonly string[],
): Promise<void> {
  for (const reference of withHolders(kept.table, references).filter(({ blocking }) => blocking)) {
    const { rows } = await sql<UsesOfOne>`${namedAndCounted(viewer, reference, keys)}`.execute(trx);
    const { visible, hidden, first, used } = rows[0]!;
    if (visible + hidden === 0) continue;
    const by = first[0]
      ? `${reference.label}“${first[0].title}”${visible > 1 ? `等 ${visible} 条` : ""}`
      : `您的机构范围以外的 ${hidden} 条${reference.label}`;
    throw problem.used(`${kept.noun}${await nameOf(trx, kept, used)}正被${by}使用，请先处理`);
  }
}

interface UsesOfOne {
  visible: number;
  hidden: number;
  first: { key: string; title: string }[];
  used: string;
}

/** One row as `Named`. */
const namedAndCounted = (viewer: Viewer, reference: Reference, keys: readonly string[]) => sql`
    with uses as (select distinct on (key) key, used, title, org_id is null or ${inScope(viewer, sql`org_id`)} as visible from (${reference.select(keys)}) as referring)
    select count(*) filter (where visible) as visible, count(*) filter (where not visible) as hidden,
      (select coalesce(json_agg(json_build_object('key', key, 'title', title)), '[]') from (select key, title from uses where visible order by title, key limit 10) as few) as first,
      (select used::text from uses order by not visible, title, key limit 1) as used
    from uses`;

async function nameOf(
  trx: Transaction<DB>,
  { table, key, searched }: Pick<RecordTable, "table" | "key" | "searched">,
  used: string,
): Promise<string> {
  if (!searched) return "";
  const found = await sql<{
    name: string | null;
  }>`select ${sql.ref(searched[0])} as name from ${sql.table(table)} where ${sql.ref(key)} = ${used}`.execute(trx);
  return found.rows[0]?.name ? `“${found.rows[0].name}”` : "";
}
