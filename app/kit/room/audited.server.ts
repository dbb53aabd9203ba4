import { type RawBuilder, sql } from "kysely";
import type { Viewer } from "~/kit/data/access/viewer";
import type { HistoryRow } from "~/kit/data/db/history.server";
import { db } from "~/kit/data/db/pool.server";
import { foundIn } from "~/kit/data/search/found.server";
import { type Difference, differencesOf } from "~/kit/page/screens/differences";
import { loadNames } from "./names.server";
import { listAuditedBeside, listServed } from "./registry";
import type { ServedRoom } from "./served.server";
import { fromOf, isLiving, isVisible, keyOf, searchColumnsOf } from "./source-sql.server";

export type Sides = Pick<HistoryRow, "before" | "after">;
export type RewriteHistory = <C extends Sides>(viewer: Viewer, changes: C[]) => Promise<C[]>;

export interface RecordedChange extends Sides {
  historyId: string;
  room: string;
  recordKey: string;
}

/** A change as people read it; `href` where the record lives. */
export interface ChangeInWords {
  title: string;
  living: boolean;
  href?: string;
  differences: Difference[];
}

/** Whose changes stand in the history under `room`, and how they are read. */
export interface AuditedRoom {
  room: string;
  label: string;
  read: string;
  /** The records that the viewer's organisations reach, deleted ones too, as rows with their `key`; without it everybody's do. */
  reached?(viewer: Viewer): RawBuilder<unknown>;
  /** The keys of living records that a word finds. */
  found?(viewer: Viewer, keyword: string): RawBuilder<unknown>;
  /** In the order given. */
  tell(viewer: Viewer, changes: readonly RecordedChange[]): Promise<ChangeInWords[]>;
}

export const listAudited = (): readonly AuditedRoom[] => [...listServed().map(auditedOf), ...listAuditedBeside()];

function auditedOf(served: ServedRoom): AuditedRoom {
  const { room, source } = served;
  const columns = source.kept.searched ? searchColumnsOf(source) : [];
  return {
    room: room.name,
    label: room.noun,
    read: room.may.read,
    ...(source.scope && {
      reached: (viewer) =>
        sql`select ${keyOf(source)} as key from ${fromOf(source)} where ${isVisible(source, viewer)}`,
    }),
    ...(columns.length > 0 && {
      found: (viewer, keyword) =>
        sql`select ${keyOf(source)} from ${fromOf(source)} where ${isLiving(source)} and ${isVisible(source, viewer)} and ${foundIn(source.kept.table, keyword, columns)}`,
    }),
    tell: (viewer, changes) => tellChanges(viewer, served, changes),
  };
}

async function tellChanges(
  viewer: Viewer,
  served: ServedRoom,
  changes: readonly RecordedChange[],
): Promise<ChangeInWords[]> {
  const { room, rewriteHistory } = served;
  const shown = rewriteHistory ? await rewriteHistory(viewer, [...changes]) : changes;
  const [names, records] = await Promise.all([
    loadNames(
      viewer,
      room.refers,
      shown.flatMap(({ before, after }) => [before, after]),
    ),
    recordsOf(served, [...new Set(changes.map(({ recordKey }) => recordKey))]),
  ]);
  const sideFor = (record: Sides["before"]) => record && (room.forHistory?.(record) ?? record);
  return shown.map(({ before, after, recordKey }) => {
    const record = records.get(recordKey);
    const title = record ?? { ...before, ...after };
    return {
      title: [room.named]
        .flat()
        .flatMap((name) => (title[name] ? [String(title[name])] : []))
        .join(" "),
      living: record?.living === true,
      href: record?.living ? `${room.url}/${recordKey}` : undefined,
      differences: differencesOf({ before: sideFor(before), after: sideFor(after) }, room.words.labels, (name, value) =>
        room.words.show(name, value, names),
      ),
    };
  });
}

async function recordsOf({ room, source }: ServedRoom, keys: string[]) {
  const { table, key } = source.kept;
  const named = [room.named].flat().map((name) => sql.ref(name));
  const { rows } = await sql<Record<string, unknown>>`
    select ${sql.ref(key)} as key, deleted_at is null as living, ${sql.join(named)}
    from ${sql.table(table)} where ${sql.ref(key)} = any(${keys})`.execute(db());
  return new Map(rows.map((row) => [row.key as string, row]));
}
