import { sql } from "kysely";
import { releaseFile } from "~/kit/data/attachments/attachments.server";
import { db, newKey } from "~/kit/data/db/pool.server";

/** Has an import of that name hold an attachment; answers what lets it go again. */
export async function holdByImport(fileKey: string, fileName: string): Promise<() => Promise<void>> {
  const importId = newKey();
  await sql`insert into import_batch (import_id, door, kind, template_code, file_name, file_key, created_by, created_by_name)
    values (${importId}, 'sheet', 'import', 'post', ${fileName}, ${fileKey}, 'test', '某人')`.execute(db());
  return async () => {
    await sql`delete from import_batch where import_id = ${importId}`.execute(db());
    await releaseFile(db(), fileKey);
  };
}
