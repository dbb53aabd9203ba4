import { type RawBuilder, sql } from "kysely";
import type { z } from "zod";
import { allows, type Viewer } from "~/kit/data/access/viewer";
import type { HistoryRow } from "~/kit/data/db/history.server";
import { db } from "~/kit/data/db/pool.server";
import { groupBy } from "~/kit/ground/group-by";
import { settings } from "~/kit/ground/settings.server";
import type { ListPage, ListState } from "~/kit/page/tables/select-page.server";
import { type AuditedRoom, listAudited } from "~/kit/room/audited.server";
import { isoTime } from "~/kit/data/db/iso-time";
import { type ListSource, listRows, streamRows } from "~/kit/room/source.server";
import type { ChangeFilters, ChangeRow } from "./table";

type Filters = z.output<typeof ChangeFilters>;
type AuditRow = Pick<HistoryRow, "historyId" | "userName" | "action" | "before" | "after" | "reason"> & {
  at: string;
  room: string;
  recordKey: string;
};

/** Changes of the rooms and organisations that the viewer may read. */
export async function listChanges(viewer: Viewer, state: ListState<Filters>): Promise<ListPage<ChangeRow>> {
  const found = await listRows(changes, viewer, await prepared(viewer, state));
  return { ...found, rows: await tell(viewer, found.rows) };
}

export async function* streamChanges(viewer: Viewer, state: ListState<Filters>): AsyncGenerator<ChangeRow[]> {
  for await (const rows of streamRows(changes, viewer, await prepared(viewer, state))) yield await tell(viewer, rows);
}

export const roomChoices = (viewer: Viewer) => readable(viewer).map(({ room, label }) => ({ value: room, label }));

const readable = (viewer: Viewer) => listAudited().filter(({ read }) => allows(viewer, read));

interface PreparedFilters extends Filters {
  /** Who is asked for, by their keys. */
  persons?: string[];
  /** All that the viewer's organisations reach, where that is little. */
  own?: string[];
  /** The records that the keyword names. */
  found?: string[];
}

const little = 1000;

/** Few keys are found first: knowing them, the planner knows when to go by them and when by time. */
async function prepared<S extends ListState<Filters>>(
  viewer: Viewer,
  state: S,
): Promise<S & ListState<PreparedFilters>> {
  const { who, room, keyword } = state.filters;
  const [persons, own, found] = await Promise.all([
    who ? personsCalled(who) : undefined,
    ownOf(viewer, room),
    keyword ? recordsNamed(viewer, chosen(viewer, room), keyword) : undefined,
  ]);
  return { ...state, filters: { ...state.filters, persons, own, found } };
}

async function ownOf(viewer: Viewer, room?: string): Promise<string[] | undefined> {
  if (viewer.orgScope === "all") return undefined;
  const bound = chosen(viewer, room).flatMap((one) =>
    one.reached ? [sql`(${one.reached(viewer)} limit ${little + 1})`] : [],
  );
  if (bound.length === 0) return [];
  const { rows } = await sql<{
    key: string;
  }>`select key from (${sql.join(bound, sql` union all `)}) own limit ${little + 1}`.execute(db());
  return rows.length > little ? undefined : rows.map(({ key }) => key);
}

const chosen = (viewer: Viewer, room?: string) => readable(viewer).filter((one) => !room || one.room === room);

const changes: ListSource<AuditRow, PreparedFilters> = {
  listed: { table: "history", key: "historyId", noun: "修改" },
  select: sql`history.history_id, ${isoTime(sql`history.at`)} as at, history.user_name, history.room, history.record_key,
    history.action, history.before, history.after, history.reason`,
  where: (filters, viewer) => {
    const { room, persons, own, found, action, keyword, from, to, recordKey } = filters;
    const rooms = chosen(viewer, room);
    return [
      sql`history.room = any(${rooms.map((one) => one.room)})`,
      ...(viewer.orgScope === "all" ? [] : [reached(viewer, rooms, own)]),
      ...(persons ? [sql`history.user_id = any(${persons})`] : []),
      ...(action ? [sql`history.action = ${action}`] : []),
      ...(keyword ? [named(found ?? [], keyword)] : []),
      ...(from ? [sql`history.at >= ${midnight(from)}`] : []),
      ...(to ? [sql`history.at < ${midnight(to)} + interval '1 day'`] : []),
      ...(recordKey ? [sql`history.record_key = ${recordKey}`] : []),
    ];
  },
  order: { at: sql`history.at` },
};

const midnight = (day: string) => sql`(${day}::date::timestamp at time zone ${settings().OPERATOR_TIME_ZONE})`;

function reached(viewer: Viewer, rooms: readonly AuditedRoom[], own?: string[]): RawBuilder<unknown> {
  const free = rooms.filter((one) => !one.reached).map(({ room }) => room);
  const bound = rooms.flatMap((one) =>
    one.reached
      ? [
          sql`history.room = ${one.room} and exists (select from (${one.reached(viewer)}) reached where reached.key = history.record_key)`,
        ]
      : [],
  );
  const reach = own ? [sql`history.record_key = any(${own})`] : bound;
  return sql`(${sql.join([...(free.length > 0 ? [sql`history.room = any(${free})`] : []), ...reach], sql` or `)})`;
}

/** The program itself writes as a person without an account. */
async function personsCalled(who: string): Promise<string[]> {
  const found = await sql<{ userId: string }>`
    select user_id from app_user where lower(user_account) = ${who.toLowerCase()} or user_name = ${who}
    union all select 'system' where ${who} = '系统'`.execute(db());
  return found.rows.map(({ userId }) => userId);
}

async function recordsNamed(viewer: Viewer, rooms: readonly AuditedRoom[], keyword: string): Promise<string[]> {
  const found = rooms.flatMap((one) => (one.found ? [sql`(${one.found(viewer, keyword)} limit 500)`] : []));
  if (found.length === 0) return [];
  const { rows } = await sql<{
    keys: string[];
  }>`select array(${sql.join(found, sql` union all `)})::text[] as keys`.execute(db());
  return rows[0]!.keys;
}

function named(found: readonly string[], keyword: string): RawBuilder<unknown> {
  const value = sql`history.found_by @> ${[keyword.toLowerCase()]}`;
  return found.length === 0 ? value : sql`(${value} or history.record_key = any(${found}))`;
}

async function tell(viewer: Viewer, rows: AuditRow[]): Promise<ChangeRow[]> {
  const rooms = new Map(readable(viewer).map((one) => [one.room, one]));
  const byRoom = groupBy(rows, ({ room }) => room);
  const pairs = await Promise.all(
    [...byRoom].map(async ([room, some]) => {
      const words = await rooms.get(room)!.tell(viewer, some);
      return some.map((row, nth) => [row.historyId, words[nth]!] as const);
    }),
  );
  const words = new Map(pairs.flat());
  return rows.map(({ before: _, after: __, ...row }) => ({
    ...row,
    room: rooms.get(row.room)!.label,
    ...words.get(row.historyId)!,
  }));
}
