import { data } from "@remix-run/node";
import { allows, type Viewer } from "~/kit/data/access/viewer";
import { historyOf } from "~/kit/data/db/history.server";
import { attempt, problem } from "~/kit/ground/problem";
import { settings } from "~/kit/ground/settings.server";
import { formatTime } from "~/kit/ground/time/format-time";
import { formDataOf, readReason } from "~/kit/page/forms/read-form";
import { dayIn } from "~/kit/page/http/as-of";
import type { ViewerCall } from "~/kit/page/http/page.server";
import { redirectWith } from "~/kit/page/http/redirect.server";
import type { Use } from "~/kit/page/screens";
import { loadNames } from "./names.server";
import type { Room, RoomPermissions } from "./room";

type Find<Row> = (viewer: Viewer, key: string) => Promise<Row | undefined>;
type Fields = Record<string, unknown>;

/** The record that the address names; throws problem.missing. */
export async function requireRecord<Row>(call: ViewerCall, room: Room<Row>, find: Find<Row>): Promise<Row> {
  const record = await find(call.viewer, call.params[room.key] ?? "");
  if (!record) throw problem.missing(room.noun);
  return record;
}

/** A record's own page: the record, names for its keys, what the viewer may do, and what else the page shows. */
export async function loadDetailPage<Row extends object, More extends object = object>(
  call: ViewerCall,
  room: Room<Row>,
  may: RoomPermissions,
  find: Find<Row>,
  more?: (viewer: Viewer, record: Row) => Promise<More>,
) {
  const record = await requireRecord(call, room, find);
  const [given, names] = await Promise.all([
    more?.(call.viewer, record),
    loadNames(call.viewer, room.refers, [record as Fields]),
  ]);
  return {
    record,
    names,
    may: { write: allows(call.viewer, may.write), remove: allows(call.viewer, may.remove) },
    ...(given as More),
  };
}

/** A form's page: the record, null for a new one, and what else the form needs. */
export async function loadFormPage<Row, More extends object = object>(
  call: ViewerCall,
  room: Room<Row>,
  find: Find<Row>,
  more?: (viewer: Viewer, record: Row | null) => Promise<More>,
) {
  const record = call.params[room.key] ? await requireRecord(call, room, find) : null;
  return { record, ...((await more?.(call.viewer, record)) as More) };
}

export async function loadRemovalPage<Row>(
  call: ViewerCall,
  room: Room<Row>,
  find: Find<Row>,
  uses?: (viewer: Viewer, keys: string[]) => Promise<Use[]>,
) {
  const record = await requireRecord(call, room, find);
  return { record, uses: (await uses?.(call.viewer, [record[room.key] as string])) ?? [] };
}

/** Deletes the address's record with the reason given; refused, the page says why. */
export async function deleteAndRedirect<Row>(
  call: ViewerCall,
  room: Room<Row>,
  find: Find<Row>,
  remove: (viewer: Viewer, keys: string[]) => Promise<void>,
) {
  const { viewer, request } = call;
  const record = await requireRecord(call, room, find);
  const reason = readReason(await formDataOf(request));
  const done = await attempt(() => remove({ ...viewer, reason }, [record[room.key] as string]));
  if (!done.ok) return data({ error: done.problem.message }, { status: 409 });
  return redirectWith(request, `已删除${room.noun} ${room.nameOf(record)}，可在回收站恢复`, room.url);
}

export async function loadHistoryPage<Row>(call: ViewerCall, room: Room<Row>, find: Find<Row>) {
  const record = await requireRecord(call, room, find);
  const changes = await historyOf(record[room.key] as string, dayIn(call.url, "to"));
  const names = await loadNames(
    call.viewer,
    room.refers,
    changes.flatMap(({ before, after }) => [before, after]),
  );
  return {
    record,
    names,
    changes: changes.map((change) => ({ ...change, at: formatTime(change.at, settings().OPERATOR_TIME_ZONE) })),
  };
}
