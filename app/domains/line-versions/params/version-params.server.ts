import { type RawBuilder, sql, type Transaction } from "kysely";
import type { DB } from "~/kit/data/db/tables";
import { paramNames, type RunningParams } from "./running-params";

/** Parameters of the version with that key as one value; null where it has none of its own. */
export function paramsOfVersion(versionUuid: RawBuilder<unknown>): RawBuilder<RunningParams | null> {
  const pairs = paramNames.flatMap((name) => [sql.lit(name), sql.ref(`own.${name}`)]);
  return sql`(select jsonb_build_object(${sql.join(pairs)}) from line_version_param own where own.version_uuid = ${versionUuid})`;
}

export async function writeVersionParams(
  trx: Transaction<DB>,
  versionUuid: string,
  params: RunningParams | null,
): Promise<void> {
  if (!params) await trx.deleteFrom("lineVersionParam").where("versionUuid", "=", versionUuid).execute();
  else
    await trx
      .insertInto("lineVersionParam")
      .values({ versionUuid, ...params })
      .onConflict((conflict) => conflict.column("versionUuid").doUpdateSet({ ...params }))
      .execute();
}
