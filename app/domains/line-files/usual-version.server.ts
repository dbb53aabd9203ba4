import { sql } from "kysely";
import { db } from "~/kit/data/db/pool.server";

/** The voice version that most line files are made with, of two the one used last; undefined before the first file. */
export async function usualVersion(): Promise<string | undefined> {
  const { rows } = await sql<{ versionUuid: string }>`
    select version_uuid from line_file where deleted_at is null and state < 3 group by 1 order by count(*) desc, max(created_at) desc, version_uuid limit 1`.execute(
    db(),
  );
  return rows[0]?.versionUuid;
}
