import { type RawBuilder, sql } from "kysely";

/** The first direction that a version says, else that of its line; null leaves it to the operator. */
export function startDirectionOf(lineUuid: RawBuilder<unknown>, versionUuid?: RawBuilder<unknown>) {
  const line = sql<
    number | null
  >`(select start_direction from line_param own where own.line_uuid = ${lineUuid} and own.deleted_at is null)`;
  return versionUuid
    ? sql<
        number | null
      >`coalesce((select start_direction from line_version_param own where own.version_uuid = ${versionUuid}), ${line})`
    : line;
}
