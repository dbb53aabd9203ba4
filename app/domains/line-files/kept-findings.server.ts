import { sql } from "kysely";
import { db } from "~/kit/data/db/pool.server";

/** Of generated files in which the compiler found something worth a look, how much. */
export async function filesWithFindings(
  fileUuids: readonly string[],
): Promise<{ fileUuid: string; findings: number }[]> {
  const { rows } = await sql<{ fileUuid: string; findings: number }>`
    select file_uuid, jsonb_array_length(findings) as findings from line_file where file_uuid = any(${[...fileUuids]}) and findings <> '[]'`.execute(
    db(),
  );
  return rows;
}
