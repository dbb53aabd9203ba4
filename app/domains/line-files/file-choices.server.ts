import { sql } from "kysely";
import { db } from "~/kit/data/db/pool.server";

/** Public versions that files may be made with. */
export async function versionChoices(): Promise<{ value: string; label: string }[]> {
  const { rows } = await sql<{ value: string; label: string }>`
    select version_uuid as value, version_name || ' ' || version_num as label from voice_version where is_valid and deleted_at is null order by created_at desc, version_num`.execute(
    db(),
  );
  return rows;
}
