import { type RawBuilder, sql } from "kysely";
import { db } from "~/kit/data/db/pool.server";

export interface FileReference {
  table: string;
  column: string;
}

/** Every column that holds a file, as the database knows them: those that refer to `stored_file`. */
export function fileReferences(): Promise<FileReference[]> {
  known ??= sql<FileReference>`
    select c.conrelid::regclass::text as table, a.attname as column
    from pg_constraint c join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
    where c.contype = 'f' and c.confrelid = 'stored_file'::regclass order by 1, 2`
    .execute(db())
    .then(({ rows }) => rows);
  known.catch(() => (known = undefined));
  return known;
}

/** The condition that something holds the file of that key. */
export const isHeld = (references: readonly FileReference[], fileKey: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql<boolean>`(${sql.join(
    references.map(
      ({ table, column }) => sql`exists (select from ${sql.table(table)} h where h.${sql.ref(column)} = ${fileKey})`,
    ),
    sql` or `,
  )})`;

let known: Promise<FileReference[]> | undefined;
