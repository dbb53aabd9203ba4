import { type RawBuilder, sql } from "kysely";
import type { DirectionView } from "./schema";

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

/** For the order of a list: whether a direction stands after the other one. */
export const isSecondDirection = (
  { first }: Pick<DirectionView, "first">,
  direction: RawBuilder<unknown>,
  lineUuid: RawBuilder<unknown>,
  versionUuid?: RawBuilder<unknown>,
) => sql`${direction} <> coalesce(${startDirectionOf(lineUuid, versionUuid)}, ${first})`;
