import { sql, type Transaction } from "kysely";
import type { DB } from "~/kit/data/db/tables";
import { problem } from "~/kit/ground/problem";

/** Versions that wait for the day of a confirmed change package keep their time: together or not at all. */
export async function refusePackaged(trx: Transaction<DB>, versionUuids: readonly string[]): Promise<void> {
  const { rows } = await sql<{ packageNum: string; packageName: string }>`
    select p.package_num, p.package_name from change_item i join change_package p using (package_uuid)
    where i.kind = 'version' and i.record_key = any(${versionUuids}) and p.state = 1 and p.deleted_at is null limit 1`.execute(
    trx,
  );
  if (rows[0])
    throw problem.used(
      `待生效的版本属于变更包 ${rows[0].packageNum} ${rows[0].packageName}，不能单独改动；请先撤回变更包`,
    );
}
