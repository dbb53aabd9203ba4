import { sql, type Transaction } from "kysely";
import { data } from "@remix-run/node";
import { allows, type Viewer } from "~/kit/data/access/viewer";
import { db, inTransaction, newKey } from "~/kit/data/db/pool.server";
import type { DB } from "~/kit/data/db/tables";
import { chunks } from "~/kit/ground/chunks";
import { attempt, problem } from "~/kit/ground/problem";
import { settings } from "~/kit/ground/settings.server";
import { formatTime } from "~/kit/ground/time/format-time";
import type { ViewerCall } from "~/kit/page/http/page.server";
import { redirectWith } from "~/kit/page/http/redirect.server";
import type { DeclaredRoom, RoomPermissions } from "./room";
import type { ServedRoom } from "./served.server";
import { loadNames } from "./names.server";
import { fromOf, isVisible, keyOf } from "./source-sql.server";
import type { RecordSource } from "./source.server";
import { attemptOne, wordsOf } from "./sheets/write-rows.server";
import { batchVerbs } from "./batch-verbs";
import { removeTogether } from "./remove-together.server";
import { updateRows } from "./write-many.server";
import type { GoodRow, RowResult } from "./write-batch.server";

type Fields = Record<string, unknown>;

/** How a room takes back what was done to many of its records at once. */
export interface BatchRoom {
  room: Pick<DeclaredRoom, "noun" | "url" | "key" | "fields" | "refers">;
  may: RoomPermissions;
  source: Pick<RecordSource<never, never>, "kept" | "scope" | "unowned" | "from">;
  /** Writes old values to the version given; answers by row why some were not written. */
  update(trx: Transaction<DB>, viewer: Viewer, rows: readonly GoodRow[]): Promise<ReadonlyMap<number, string>>;
  restore(viewer: Viewer, key: string): Promise<unknown>;
  remove(viewer: Viewer, keys: string[]): Promise<unknown>;
  rewriteHistory?: ServedRoom["rewriteHistory"];
}

export const batchRoomOf = (served: ServedRoom): BatchRoom => ({
  room: served.room,
  may: served.room.may,
  source: served.source,
  update: async (trx, viewer, rows) => refusalsIn(await updateRows(trx, viewer, served, rows)),
  restore: (viewer, key) => served.verbs.restore(viewer, key),
  remove: (viewer, keys) => served.verbs.remove(viewer, keys),
  rewriteHistory: served.rewriteHistory,
});

export const refusalsIn = (results: readonly RowResult[]): ReadonlyMap<number, string> =>
  new Map(
    results.flatMap(({ row, errors }) => (errors ? [[row, errors.map(({ message }) => message).join("；")]] : [])),
  );

/** What was done to one record, in one change or several, without what it was and became: a batch may have fifty thousand. */
interface BatchItem {
  firstId: string;
  lastId: string;
  action: string;
  key: string;
  /** Of the record, as the batch left it and as it is now; deleted ones have one too. */
  recordVersion: number;
  now: number;
  userName: string;
  reason: string | null;
  at: Date;
}

interface Sides {
  before: Fields | null;
  after: Fields | null;
}

/** What a batch added, changed and deleted among those of the room's records that the viewer may see, by their keys; throws problem.missing where there is none. */
async function itemsOf(viewer: Viewer, batchId: string, { source }: BatchRoom): Promise<[BatchItem, ...BatchItem[]]> {
  const { kept } = source;
  const found = await sql<BatchItem>`
    select (array_agg(history_id order by record_version))[1] as first_id, (array_agg(history_id order by record_version desc))[1] as last_id,
      case when (array_agg(action order by record_version))[1] = 'create' then 'create' else (array_agg(action order by record_version desc))[1] end as action,
      record_key as key, max(record_version) as record_version, now, min(user_name) as user_name, min(reason) as reason, min(at) as at
    from history join (select ${keyOf(source)} as record_key, ${sql.table(kept.table)}.version as now from ${fromOf(source)} where ${isVisible(source, viewer)}) as one using (record_key)
    where batch_id = ${batchId} and history.room = ${kept.room} and action in ('create', 'update', 'delete')
    group by record_key, now order by record_key`.execute(db());
  const [first, ...others] = found.rows;
  if (!first) throw problem.missing("这次批量操作");
  return [first, ...others];
}

/** What each record was before the batch and after it, in the order of the items. */
async function sidesOf(items: readonly BatchItem[]): Promise<Sides[]> {
  const ids = items.flatMap(({ firstId, lastId }) => [firstId, lastId]);
  const { rows } = await sql<Sides & { historyId: string }>`
    select history_id, before, after from history where history_id = any(${ids})`.execute(db());
  const byId = new Map(rows.map((row) => [row.historyId, row]));
  return items.map(({ firstId, lastId }) => ({ before: byId.get(firstId)!.before, after: byId.get(lastId)!.after }));
}

const isUntouched = ({ recordVersion, now }: BatchItem) => recordVersion === now;
const mostShown = 50;
const atOnce = 500;
/** Records brought back from the bin by one press: each is asked for by itself, some five milliseconds long. */
const mostRestored = 5000;

/** What a batch did, for its page. */
export async function batchPage(call: ViewerCall, given: BatchRoom) {
  const { room, may, rewriteHistory } = given;
  const { viewer } = call;
  const items = await itemsOf(viewer, call.params.batchId ?? "", given);
  const [first] = items;
  const shown = items.slice(0, mostShown);
  const sides = await sidesOf(shown);
  const raw = shown.map((item, at) => ({ ...item, historyId: item.lastId, ...sides[at]! }));
  const told = rewriteHistory ? await rewriteHistory(viewer, raw) : raw;
  const names = await loadNames(
    viewer,
    room.refers,
    told.flatMap(({ before, after }) => [before, after]),
  );
  return {
    verb: verbOf(items),
    count: items.length,
    untouched: items.filter(isUntouched).length,
    userName: first.userName,
    reason: first.reason,
    at: timeOf(first),
    changes: told.map(({ before, after }, at) => ({
      key: shown[at]!.key,
      action: shown[at]!.action,
      before,
      after,
      isUntouched: isUntouched(shown[at]!),
    })),
    names,
    mayUndo: mayUndo(viewer, may, items),
  };
}

const timeOf = ({ at }: BatchItem) => formatTime(at, settings().OPERATOR_TIME_ZONE);
const mayUndo = (viewer: Viewer, may: RoomPermissions, items: readonly BatchItem[]) =>
  items.every(({ action }) => allows(viewer, action === "update" ? may.write : may.remove));

/** What a batch did to all of its records, or that it did several things. */
const verbOf = (items: readonly BatchItem[]): string =>
  items.every(({ action }) => action === items[0]!.action) ? items[0]!.action : "mixed";

/** Takes back what a batch did to records that nobody has changed since, and answers how many those are, why others stay (the first five reasons) and how many a next press takes; throws problem.used where nothing can be taken back. */
export async function takeBackBatch(
  viewer: Viewer,
  batchId: string,
  given: BatchRoom,
): Promise<{ taken: number; verb: string; left: string; more: number }> {
  const items = await itemsOf(viewer, batchId, given);
  const [first] = items;
  if (!mayUndo(viewer, given.may, items)) throw problem.forbidden();
  const verb = batchVerbs[verbOf(items)]!;
  const untouched = items.filter(isUntouched);
  const due = untouched.filter(({ action }, at) => action !== "delete" || at < mostRestored);
  if (due.length === 0) throw problem.used("没有可以撤销的：这些记录后来都又被修改过，或这次操作已经撤销");
  const by = { ...viewer, reason: `撤销 ${timeOf(first)} 的批量${verb}`, batchId: newKey() };
  const refused = await takeBack(by, given, due);
  const later = items.length - untouched.length;
  const reasons = [...(later > 0 ? [`${later} 条后来又被修改过`] : []), ...[...new Set(refused.values())].slice(0, 5)];
  return {
    taken: due.length - refused.size,
    verb,
    left: reasons.length > 0 ? `；${later + refused.size} 条没有撤销：${reasons.join("；")}` : "",
    more: untouched.length - due.length,
  };
}

/** The same for its page. */
export async function undoBatch({ viewer, request, params }: ViewerCall, given: BatchRoom) {
  const { room } = given;
  const done = await attempt(() => takeBackBatch(viewer, params.batchId ?? "", given));
  if (!done.ok) return data({ error: done.problem.message }, { status: 409 });
  const { taken, verb, left, more } = done.value;
  const next = more > 0 ? `；还有 ${more} 条，请再撤销一次` : "";
  const to = more > 0 ? `${room.url}/batch/${params.batchId}` : room.url;
  return redirectWith(
    request,
    `已撤销对 ${taken} 条${room.noun}的${verb}${left}${next}`,
    to,
    left || next ? "warning" : "success",
  );
}

/** All of it in one transaction; answers by key why some were not taken back. */
function takeBack(viewer: Viewer, given: BatchRoom, due: readonly BatchItem[]): Promise<Map<string, string>> {
  const { room } = given;
  const refused = new Map<string, string>();
  return inTransaction(async (trx) => {
    for (const some of chunks(
      due.filter(({ action }) => action === "update"),
      atOnce,
    )) {
      const sides = await sidesOf(some);
      const rows = some.map((item, row) => ({
        row,
        values: { [room.key]: item.key, version: item.now, ...oldFields(room.fields, sides[row]!) },
      }));
      const why = await given.update(trx, viewer, rows);
      for (const [row, message] of why) refused.set(some[row]!.key, message);
    }
    const made = due.filter(({ action }) => action === "create").map(({ key }) => key);
    for (const [key, message] of await removeTogether(trx, made, (keys) => given.remove(viewer, keys)))
      refused.set(key, message);
    for (const { key } of due.filter(({ action }) => action === "delete")) {
      const refusal = await attemptOne(trx, () => given.restore(viewer, key));
      if (refusal) refused.set(key, wordsOf(refusal));
    }
    return refused;
  });
}

/** The room's fields that a change set, as they were before. */
function oldFields(fields: Fields, { before, after }: Sides): Fields {
  const said = before ?? {};
  const names = Object.keys(fields).filter((name) => name in said);
  const changed = names.filter((name) => JSON.stringify(said[name]) !== JSON.stringify(after?.[name]));
  return Object.fromEntries(changed.map((name) => [name, said[name]]));
}
