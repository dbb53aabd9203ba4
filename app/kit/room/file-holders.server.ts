import { type RawBuilder, sql } from "kysely";
import { allows, type Viewer } from "~/kit/data/access/viewer";
import { db } from "~/kit/data/db/pool.server";
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

interface FoundHolder extends Omit<Holder, "href"> {
  fileKey: string;
  href: string | null;
}

/** What holds each of these files; a file that nothing holds is not in it. */
export async function holdersOf(viewer: Viewer, keys: readonly string[]): Promise<Map<string, Holder[]>> {
  const byFile = new Map<string, Holder[]>();
  if (keys.length === 0) return byFile;
  const references = await fileReferences();
  const found = await Promise.all(references.map((reference) => heldBy(viewer, reference, keys)));
  for (const { fileKey, label, title, href } of found.flat())
    byFile.set(fileKey, [...(byFile.get(fileKey) ?? []), { label, title, ...(title !== null && href && { href }) }]);
  return byFile;
}

async function heldBy(viewer: Viewer, reference: FileReference, keys: readonly string[]): Promise<FoundHolder[]> {
  const served = findServed(reference.table);
  if (served) return heldByRecords(viewer, reference, keys, served);
  const known = holdingTables(reference.table);
  if (known.length === 0) return heldSomehow(reference, keys);
  const found = await Promise.all(known.map((one) => heldByRows(viewer, reference, keys, one)));
  return found.flat();
}

async function heldByRecords(
  viewer: Viewer,
  { table, column }: FileReference,
  keys: readonly string[],
  { room, source }: NonNullable<ReturnType<typeof findServed>>,
): Promise<FoundHolder[]> {
  const visible = allows(viewer, room.may.read) ? isVisible(source, viewer) : sql`false`;
  const title = sql`concat_ws(' ', ${sql.join([room.named].flat().map((name) => sql.ref(`${table}.${name}`)))})`;
  const { rows } = await sql<FoundHolder & { deleted: boolean; key: string }>`
    select ${sql.ref(`${table}.${column}`)} as file_key, ${sql.ref(`${table}.${room.key}`)} as key, ${sql.table(table)}.deleted_at is not null as deleted,
      case when ${visible} then ${title} end as title
    from ${sql.table(table)} where ${sql.ref(`${table}.${column}`)} = any(${keys})`.execute(db());
  return rows.map(({ deleted, key, ...one }) => ({
    ...one,
    label: deleted ? `回收站中的${room.noun}` : room.noun,
    href: deleted ? `${room.url}/recycle` : `${room.url}/${key}`,
  }));
}

async function heldByRows(
  viewer: Viewer,
  { table, column }: FileReference,
  keys: readonly string[],
  { label, key, title, read, authorsOnly, columns = [], href, only }: HoldingTable,
): Promise<FoundHolder[]> {
  const these = only ? sql`${sql.ref(only.column)} = ${only.is}` : sql`true`;
  if (read && !allows(viewer, read)) return heldSomehow({ table, column }, keys, label, these);
  const visible = authorsOnly && viewer.orgScope !== "all" ? sql`created_by = ${viewer.userId}` : sql`true`;
  const named = typeof title === "string" ? sql`coalesce(${sql.ref(title)}, '')` : title(viewer);
  const { rows } = await sql<Record<string, string | null>>`
    select ${sql.ref(column)} as held, ${sql.join([key, ...columns].map((one) => sql.ref(one)))}, case when ${visible} then ${named} end as title
    from ${sql.table(table)} where ${sql.ref(column)} = any(${keys}) and ${these}`.execute(db());
  return rows.map((row) => ({ fileKey: row.held!, label, title: row.title!, href: href?.(row) ?? null }));
}

async function heldSomehow(
  { table, column }: FileReference,
  keys: readonly string[],
  label = "其他数据",
  these: RawBuilder<unknown> = sql`true`,
) {
  const { rows } = await sql<{ fileKey: string }>`
    select ${sql.ref(column)} as file_key from ${sql.table(table)} where ${sql.ref(column)} = any(${keys}) and ${these}`.execute(
    db(),
  );
  return rows.map(({ fileKey }): FoundHolder => ({ fileKey, label, title: null, href: null }));
}
