import { sql } from "kysely";
import { db } from "~/kit/data/db/pool.server";
import { settings } from "~/kit/ground/settings.server";
import { formatTime } from "~/kit/ground/time/format-time";
import type { ViewerCall } from "~/kit/page/http/page.server";
import type { HistoryChange } from "~/kit/page/screens/history-screen";
import type { DeclaredRoom } from "./room";
import type { ServedRoom } from "./served.server";

/** A field of a record as it was before a change, for its form to begin with. */
export interface RestoredField {
  name: string;
  value: unknown;
  label: string;
  at: string;
}

type Sides = Pick<HistoryChange, "historyId" | "action" | "before" | "after">;

/** Which fields of a change its page offers to give back: those that a form has and the viewer reads as they are. */
export function restorableIn({ fields }: DeclaredRoom, raw: Sides, told: Sides | undefined): string[] {
  if (!raw.before || !raw.after || !told?.before || !["update", "import"].includes(raw.action)) return [];
  const { before, after } = raw;
  return Object.keys(fields).filter((name) => {
    const value = before[name] ?? null;
    const isPlain = value === null || typeof value !== "object";
    const isAsRead = JSON.stringify(value) === JSON.stringify(told.before![name] ?? null);
    return isPlain && isAsRead && !fields[name]!.file && JSON.stringify(value) !== JSON.stringify(after[name] ?? null);
  });
}

/** What the address of a record's form asks to be given back: `restore` names the change, `field` the field. */
export async function restoredField<Row extends object>(
  { viewer, url }: Pick<ViewerCall, "viewer" | "url">,
  { room, source, rewriteHistory }: ServedRoom<Row>,
  record: Row | null,
): Promise<RestoredField | undefined> {
  const [historyId, name] = [url.searchParams.get("restore"), url.searchParams.get("field")];
  if (!record || !historyId || !name) return undefined;
  const { rows } = await sql<Sides & { at: Date }>`
    select history_id, action, before, after, at from history
    where history_id = ${historyId} and room = ${source.kept.room} and record_key = ${record[source.kept.key as keyof Row]}`.execute(
    db(),
  );
  const [change] = rows;
  const [told] = change && rewriteHistory ? await rewriteHistory(viewer, [change]) : rows;
  if (!change || !restorableIn(room, change, told).includes(name)) return undefined;
  const at = formatTime(change.at, settings().OPERATOR_TIME_ZONE);
  return { name, value: change.before![name] ?? null, label: room.fields[name]!.label, at };
}
