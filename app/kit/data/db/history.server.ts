import { sql } from "kysely";
import { settings } from "~/kit/ground/settings.server";
import { changedValues } from "./changed-values.server";
import { db, type Database, newKey } from "./pool.server";

/** Who changes a record: a viewer, or an import acting for one. */
export interface Author {
  userId: string;
  userName: string;
  requestId?: string;
  reason?: string;
  /** The import, or other change of many records, that this is a part of. */
  batchId?: string;
}

export type HistoryAction = "create" | "update" | "delete" | "restore" | "import" | "purge";

export interface Change {
  room: string;
  key: string;
  action: HistoryAction;
  version: number;
  before?: Record<string, unknown> | null;
  after?: Record<string, unknown> | null;
}

/** Keeps who changed what, when, from what to what; call it in the transaction of the change itself. */
export async function recordChange(on: Database, author: Author, ...changes: Change[]): Promise<void> {
  if (changes.length === 0) return;
  const kept = changes.map(({ room, key, action, version, before, after }) => ({
    id: newKey(),
    room,
    key,
    action,
    version,
    before,
    after,
    found_by: changedValues(before, after),
  }));
  const { userId, userName, reason = null, requestId = null, batchId = null } = author;
  await sql`
    insert into history (history_id, room, record_key, action, record_version, before, after, found_by, user_id, user_name, reason, request_id, batch_id)
    select id, room, "key", action, version, before, after, found_by, ${userId}, ${userName}, ${reason}, ${requestId}, ${batchId}
    from jsonb_to_recordset(${JSON.stringify(kept)}::jsonb) as one(id text, room text, "key" text, action text, version integer, before jsonb, after jsonb, found_by text[])`.execute(
    on,
  );
}

export interface HistoryRow {
  historyId: string;
  action: HistoryAction;
  recordVersion: number;
  before: Record<string, unknown> | null;
  after: Record<string, unknown> | null;
  userName: string;
  reason: string | null;
  at: Date;
  batchId: string | null;
}

/** What happened to a record, to a day or to now, newest first, at most 200 changes. */
export async function historyOf(key: string, to?: string): Promise<HistoryRow[]> {
  const found = db()
    .selectFrom("history")
    .select(["historyId", "action", "recordVersion", "before", "after", "userName", "reason", "at", "batchId"])
    .where("recordKey", "=", key)
    .orderBy("recordVersion", "desc")
    .orderBy("historyId", "desc")
    .limit(200);
  const rows = await (to ? found.where(untilDay(to)) : found).execute();
  return rows as unknown as HistoryRow[];
}

/** History up to the end of a day where the operator is. */
export const untilDay = (day: string) =>
  sql<boolean>`at < (${day}::date + 1)::timestamp at time zone ${settings().OPERATOR_TIME_ZONE}`;

/** The record as it stood at a version, from history; undefined when history does not reach back. Notes beside the record do not hold its key. */
export async function recordAtVersion(
  on: Database,
  room: string,
  key: string,
  version: number,
): Promise<Record<string, unknown> | undefined> {
  const row = await on
    .selectFrom("history")
    .select("after")
    .where("room", "=", room)
    .where("recordKey", "=", key)
    .where("recordVersion", "=", version)
    .where(sql<boolean>`exists (select from jsonb_each_text(after) field where field.value = ${key})`)
    .orderBy("historyId", "desc")
    .executeTakeFirst();
  return (row?.after as Record<string, unknown> | null | undefined) ?? undefined;
}
