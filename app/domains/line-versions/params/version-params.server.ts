import { type RawBuilder, sql } from "kysely";
import { paramNames, type RunningParams } from "./running-params";

/** Parameters of the version with that key as one value; null where it has none of its own. */
export function paramsOfVersion(versionUuid: RawBuilder<unknown>): RawBuilder<RunningParams | null> {
  const pairs = paramNames.flatMap((name) => [sql.lit(name), sql.ref(`own.${name}`)]);
  return sql`(select jsonb_build_object(${sql.join(pairs)}) from line_version_param own where own.version_uuid = ${versionUuid})`;
}
