import { type RawBuilder, sql } from "kysely";
import { allows, type Viewer } from "~/kit/data/access/viewer";
import { db, plannedOnce } from "~/kit/data/db/pool.server";
import { type FileReference, fileReferences } from "~/kit/data/files/file-references.server";
import { type HoldingTable, holdingTables } from "./holding-tables";
import { findServed } from "./registry";
import { isVisible } from "./source-sql.server";

/** What holds a file, as one person may know it. */
export interface Holder {
  label: string;
  /** Null where the viewer may not see it. */
  title: string | null;
  href?: string;
}

/** How one place that holds files is asked: its `columns` are those that `toHolder` needs. */
interface HoldingQuery {
  select: RawBuilder<unknown>;
  toHolder(row: { title: string | null; columns: Record<string, string | null> }): Holder;
}

/** What holds each of these files, in one statement; a file that nothing holds is not in it. */
export async function holdersOf(viewer: Viewer, keys: readonly string[]): Promise<Map<string, Holder[]>> {
  const byFile = new Map<string, Holder[]>();
  if (keys.length === 0) return byFile;
  const asked = (await fileReferences()).flatMap((reference) => placesOf(viewer, reference, keys));
  if (asked.length === 0) return byFile;
  const { rows } = await sql<FoundRow>`${plannedOnce}${sql.join(
    asked.map(({ select }, nth) => sql`select ${sql.lit(nth)}::int as nth, held.* from (${select}) as held`),
    sql` union all `,
  )} order by 1`.execute(db());
  for (const { nth, fileKey, title, columns } of rows)
    byFile.set(fileKey, [...(byFile.get(fileKey) ?? []), asked[nth]!.toHolder({ title, columns })]);
  return byFile;
}

interface FoundRow {
  nth: number;
  fileKey: string;
  title: string | null;
  columns: Record<string, string | null>;
}

function placesOf(viewer: Viewer, reference: FileReference, keys: readonly string[]): HoldingQuery[] {
  const served = findServed(reference.table);
  if (served) return [inRecords(viewer, reference, keys, served)];
  const known = holdingTables(reference.table);
  return known.length === 0 ? [somehow(reference, keys)] : known.map((one) => inRows(viewer, reference, keys, one));
}

function inRecords(
  viewer: Viewer,
  { table, column }: FileReference,
  keys: readonly string[],
  { room, source }: NonNullable<ReturnType<typeof findServed>>,
): HoldingQuery {
  const visible = allows(viewer, room.may.read) ? isVisible(source, viewer) : sql`false`;
  const title = sql`concat_ws(' ', ${sql.join([room.named].flat().map((name) => sql.ref(`${table}.${name}`)))})`;
  const held = sql.ref(`${table}.${column}`);
  return {
    select: sql`select ${held}::text as file_key, case when ${visible} then ${title} end as title,
      jsonb_build_object('key', ${sql.ref(`${table}.${room.key}`)}, 'deletedAt', ${sql.table(table)}.deleted_at) as columns
      from ${sql.table(table)} where ${held} = any(${keys})`,
    toHolder: ({ title, columns: { key, deletedAt } }) =>
      holder(
        deletedAt ? `回收站中的${room.noun}` : room.noun,
        title,
        deletedAt ? `${room.url}/recycle` : `${room.url}/${key}`,
      ),
  };
}

function inRows(
  viewer: Viewer,
  { table, column }: FileReference,
  keys: readonly string[],
  { label, key, title, read, authorsOnly, columns = [], href, only }: HoldingTable,
): HoldingQuery {
  const these = only ? sql`${sql.ref(only.column)} = ${only.is}` : sql`true`;
  if (read && !allows(viewer, read)) return somehow({ table, column }, keys, label, these);
  const visible = authorsOnly && viewer.orgScope !== "all" ? sql`created_by = ${viewer.userId}` : sql`true`;
  const named = typeof title === "string" ? sql`coalesce(${sql.ref(title)}, '')` : title(viewer);
  const needed = [key, ...columns].map((name) => sql`${name}::text, ${sql.ref(name)}`);
  return {
    select: sql`select ${sql.ref(column)}::text as file_key, case when ${visible} then ${named} end as title, jsonb_build_object(${sql.join(needed)}) as columns
      from ${sql.table(table)} where ${sql.ref(column)} = any(${keys}) and ${these}`,
    toHolder: (row) => holder(label, row.title, href?.(row.columns) ?? null),
  };
}

const somehow = (
  { table, column }: FileReference,
  keys: readonly string[],
  label = "其他数据",
  these: RawBuilder<unknown> = sql`true`,
): HoldingQuery => ({
  select: sql`select ${sql.ref(column)}::text as file_key, null::text as title, '{}'::jsonb as columns from ${sql.table(table)} where ${sql.ref(column)} = any(${keys}) and ${these}`,
  toHolder: () => holder(label, null, null),
});

const holder = (label: string, title: string | null, href: string | null): Holder => ({
  label,
  title,
  ...(title !== null && href && { href }),
});
