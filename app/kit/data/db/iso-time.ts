import { type RawBuilder, sql } from "kysely";

/** A moment as rows carry it: UTC, ISO 8601. */
export const isoTime = (column: RawBuilder<unknown>) =>
  sql`to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')`;
