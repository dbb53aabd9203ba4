import { data } from "@remix-run/node";
import { type Transaction, sql } from "kysely";
import type { z } from "zod";
import type { ViewerCall } from "~/kit/page/http/page.server";
import { allows, type Viewer } from "~/kit/data/access/viewer";
import { inTransaction, newKey } from "~/kit/data/db/pool.server";
import type { DB } from "~/kit/data/db/tables";
import type { Picks } from "~/kit/page/forms/picks";
import { again, formDataOf, readReason, type RefusedForm, refused } from "~/kit/page/forms/read-form";
import { attempt, problem, Problem } from "~/kit/ground/problem";
import { redirectWith } from "~/kit/page/http/redirect.server";
import type { Use } from "~/kit/page/screens";
import type { Table } from "~/kit/page/tables/define-table";
import { readChanges } from "./bulk-changes";
import { findFault } from "./checks.server";
import { requireRelated } from "./relations.server";
import type { ServedRoom } from "./served.server";
import { answerSearch, loadPicks, loadPostedPicks, type Offers } from "./offers.server";
import { usesOf } from "./uses.server";
import type { Room, RoomPermissions } from "./room";
import { loadRows, type RecordSource, listRows } from "./source.server";
import { createHash } from "node:crypto";
import { queryOf } from "~/kit/page/tables/hrefs";
import { readState } from "~/kit/page/tables/state";
import { filterVisibleKeys, findKeys } from "./find-keys.server";
import { type RecordTable, updateRecords } from "~/kit/data/db/records.server";

export interface Bulk<Row extends object, F extends z.ZodObject, S extends z.ZodObject> {
  room: Pick<Room<Row>, "noun" | "url" | "key" | "nameOf">;
  may: RoomPermissions;
  table: Pick<Table<never, F>, "filters" | "filterFields" | "sortBy" | "sortable" | "pageSize">;
  source: RecordSource<Row, z.output<F>>;
  /** The fields that may be changed, a pick of `changesOf(record)`; without it none may. */
  edit?: S;
  beside?: Readonly<Record<string, string>>;
  offers?: Offers;
  /** Throws problem.field for a value that no record may have, such as an organisation that is not there. */
  check?(viewer: Viewer, changes: z.output<S>): Promise<void>;
  /** Why a stored record may not become so. */
  refusal?(after: never): string | undefined;
  /** The room's own verb for each record by itself, where these changes follow more rules than its form's. */
  oneByOne?(
    changes: z.output<S>,
  ): ((trx: Transaction<DB>, viewer: Viewer, key: string) => Promise<unknown>) | undefined;
  /** What holds on to the records; with `remove`, without which they cannot be deleted here. */
  uses?(viewer: Viewer, keys: string[]): Promise<Use[]>;
  remove?(viewer: Viewer, keys: string[]): Promise<void>;
  /** There is a page that takes a batch back. */
  undone?: boolean;
}

export const bulkOf = ({
  room,
  table,
  source,
  references,
  verbs,
}: ServedRoom): Bulk<never, z.ZodObject, z.ZodObject> => ({
  room,
  may: room.may,
  table,
  source: source as RecordSource<never, Record<string, unknown>>,
  edit: room.bulk && room.bulk.length > 0 ? room.Bulk : undefined,
  check: (viewer, changes) => inTransaction((trx) => requireRelated(trx, viewer, room, changes)),
  refusal: (after) => findFault(room, after),
  oneByOne: (changes) => verbs.change && ((trx, viewer, key) => verbs.change!(trx, viewer, key, changes as never)),
  uses: (viewer, keys) => usesOf(viewer, references, keys),
  remove: verbs.remove,
  undone: true,
});

/** The page for many records, ticked (`ids`) or all that the list's filters find (`all=1`): how many, the first names, and what may be done. */
export async function bulkPage<Row extends object, F extends z.ZodObject, S extends z.ZodObject>(
  call: ViewerCall,
  bulk: Bulk<Row, F, S>,
) {
  const { viewer, url } = call;
  const verbs = verbsOf(viewer, url, bulk);
  const { keys, trouble } = await findPicked(call, bulk);
  const [names, uses, picks] = await Promise.all([
    firstNames(call, bulk, keys),
    verbs.remove && keys.length > 0 ? (bulk.uses?.(viewer, keys) ?? []) : [],
    loadPicks(viewer, bulk.offers ?? {}),
  ]);
  return { verbs, count: keys.length, trouble, names, digest: digestOf(keys), uses, back: backTo(url, bulk), picks };
}

/** What the posted form of that page does: to exactly the records that it showed, or to none. */
export async function bulkChange<Row extends object, F extends z.ZodObject, S extends z.ZodObject>(
  call: ViewerCall,
  bulk: Bulk<Row, F, S>,
) {
  const { viewer, request, url } = call;
  const form = await formDataOf(request);
  const removes = form.get("intent") === "remove";
  const verbs = verbsOf(viewer, url, bulk);
  if (removes ? !verbs.remove : !verbs.change) throw problem.forbidden();
  const { offers = {} } = bulk;
  const search = removes || !bulk.edit ? null : await answerSearch(viewer, offers, form, bulk.edit);
  if (search) return search;
  const { keys } = await findPicked(call, bulk);
  const sent = bulk.edit && (await readChanges(form, bulk.edit, bulk.beside));
  const picks = await loadPostedPicks(viewer, offers, form);
  if (form.get("digest") !== digestOf(keys) || keys.length === 0)
    return data({ moved: Number(form.get("count")), reply: sent?.reply, picks }, { status: 409 });
  const batchId = newKey();
  const by = { ...viewer, reason: readReason(form), batchId };
  const undo = bulk.undone ? { label: "查看或撤销", href: `${bulk.room.url}/batch/${batchId}` } : undefined;
  if (removes) {
    const done = await attempt(() => bulk.remove!(by, keys));
    if (!done.ok) return data({ error: done.problem.message }, { status: 409 });
    return redirectWith(
      request,
      `已删除 ${keys.length} 条${bulk.room.noun}，可在回收站恢复`,
      backTo(url, bulk),
      "success",
      undo,
    );
  }
  if (sent!.status !== "success") return again(sent as RefusedForm, { picks });
  const skip = form.get("skip") === "1";
  const done = await attempt(() => changeMany(by, bulk, keys, sent!.value, skip));
  if (!done.ok) return again(refused(sent!, done.problem), { picks });
  const { changed, refused: left } = done.value;
  if (left.length > 0 && !skip) {
    const first = await nameRefused(by, bulk, left.slice(0, 50));
    const refusals = { count: left.length, others: keys.length - left.length, first };
    return data({ reply: sent!.reply, picks, refusals }, { status: 422 });
  }
  const same = keys.length - changed - left.length;
  const words = [
    `已修改 ${changed} 条${bulk.room.noun}`,
    same > 0 && `${same} 条原本就是这样`,
    left.length > 0 && `跳过 ${left.length} 条`,
  ].filter(Boolean);
  return redirectWith(request, words.join("，"), backTo(url, bulk), "success", changed > 0 ? undo : undefined);
}

async function nameRefused<Row extends object, F extends z.ZodObject, S extends z.ZodObject>(
  viewer: Viewer,
  { room, source }: Bulk<Row, F, S>,
  rows: { key: string; message: string }[],
) {
  const loaded = await loadRows(
    source,
    viewer,
    rows.map(({ key }) => key),
  );
  const named = new Map(loaded.map((row) => [row[room.key] as string, room.nameOf(row)]));
  return rows.map(({ key, message }) => ({ name: named.get(key) ?? key, message }));
}

function verbsOf(
  viewer: Viewer,
  url: URL,
  { may, edit, remove }: Pick<Bulk<never, z.ZodObject, z.ZodObject>, "may" | "edit" | "remove">,
) {
  const asked = url.searchParams.get("verb");
  const verbs = {
    change: edit !== undefined && asked !== "remove" && allows(viewer, may.write),
    remove: remove !== undefined && asked !== "change" && allows(viewer, may.remove),
  };
  if (!verbs.change && !verbs.remove) throw problem.forbidden();
  return verbs;
}

export interface BulkAnswer extends Partial<Pick<RefusedForm, "reply">> {
  /** How many there were when the page was shown, where it is not the same set any more. */
  moved?: number;
  error?: string;
  picks?: Picks;
  refusals?: { count: number; others: number; first: { name: string; message: string }[] };
}

const mostTicked = 200;
const mostFound = 50_000;

/** The records that the page is for: those ticked, or all that the list's filters find. */
async function findPicked<Row extends object, F extends z.ZodObject, S extends z.ZodObject>(
  { viewer, url }: ViewerCall,
  { source, table }: Bulk<Row, F, S>,
): Promise<{ keys: string[]; trouble?: string }> {
  if (url.searchParams.get("all") !== "1") {
    const ids = url.searchParams.getAll("ids");
    if (ids.length > mostTicked)
      return { keys: [], trouble: `一次最多勾选 ${mostTicked} 条；更多请用筛选条件，再选列表下方的“对全部…操作”。` };
    return {
      keys: await filterVisibleKeys(source, viewer, ids),
      trouble: ids.length === 0 ? "还没有勾选记录，请返回列表勾选。" : undefined,
    };
  }
  const { filters, ignored } = readState(table, url);
  if (ignored.length > 0) return { keys: [], trouble: "有筛选条件没有生效，请返回列表改正后再试。" };
  const found = await attempt(() => findKeys(source, viewer, filters, mostFound));
  return found.ok
    ? { keys: found.value }
    : { keys: [], trouble: `一次最多处理 ${mostFound.toLocaleString("zh-CN")} 条：${found.problem.message}` };
}

/** The first ten as a person expects them: of a list in its order, of ticked ones by name. */
async function firstNames<Row extends object, F extends z.ZodObject, S extends z.ZodObject>(
  { viewer, url }: ViewerCall,
  { room, source, table }: Bulk<Row, F, S>,
  keys: string[],
): Promise<string[]> {
  if (keys.length === 0) return [];
  if (url.searchParams.get("all") === "1")
    return (await listRows(source, viewer, { ...readState(table, url), page: 1, size: 10 })).rows.map(room.nameOf);
  return (await loadRows(source, viewer, keys))
    .map(room.nameOf)
    .sort((one, other) => one.localeCompare(other, "zh", { numeric: true }))
    .slice(0, 10);
}

const digestOf = (keys: string[]) =>
  createHash("sha256")
    .update([...keys].sort().join())
    .digest("base64url")
    .slice(0, 22);

function backTo<Row extends object, F extends z.ZodObject, S extends z.ZodObject>(
  url: URL,
  { room, table }: Pick<Bulk<Row, F, S>, "room" | "table">,
): string {
  const query = url.searchParams.get("all") === "1" ? queryOf(table, readState(table, url)) : "";
  return query ? `${room.url}?${query}` : room.url;
}

interface BulkResult {
  changed: number;
  refused: { key: string; message: string }[];
}

/** Writes the changes to all records, or to none where some refuse them; with `skip` to those that do not. */
async function changeMany<Row extends object, F extends z.ZodObject, S extends z.ZodObject>(
  viewer: Viewer,
  { source, check, refusal, oneByOne }: Bulk<Row, F, S>,
  keys: string[],
  changes: z.output<S>,
  skip: boolean,
): Promise<BulkResult> {
  await check?.(viewer, changes);
  const change = oneByOne?.(changes);
  try {
    return await inTransaction(async (trx) => {
      const done = change
        ? await changeEach(trx, source.kept, keys, (key) => change(trx, viewer, key))
        : await updateRecords(trx, viewer, source.kept, keys, changes, refusal as Refusal | undefined);
      if (done.refused.length > 0 && !skip) throw new SomeRefused(done.refused);
      return done;
    });
  } catch (error) {
    if (error instanceof SomeRefused) return { changed: 0, refused: error.rows };
    throw error;
  }
}

type Refusal = (after: Record<string, unknown>) => string | undefined;

class SomeRefused extends Error {
  constructor(readonly rows: BulkResult["refused"]) {
    super("some records cannot be changed so");
  }
}

/** What it refuses of one leaves that one as it was, and the others change. */
async function changeEach(
  trx: Transaction<DB>,
  kept: RecordTable,
  keys: readonly string[],
  change: (key: string) => Promise<unknown>,
): Promise<BulkResult> {
  const before = await versionsOf(trx, kept, keys);
  const refused: BulkResult["refused"] = [];
  for (const key of before.keys()) {
    await sql`savepoint before_one`.execute(trx);
    try {
      await change(key);
      await sql`release savepoint before_one`.execute(trx);
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      await sql`rollback to savepoint before_one`.execute(trx);
      refused.push({ key, message: error.errors.map(({ message }) => message).join("；") || error.message });
    }
  }
  const after = await versionsOf(trx, kept, keys);
  return { changed: [...before].filter(([key, version]) => after.get(key) !== version).length, refused };
}

/** The version of each living record, in the order in which every change locks them. */
async function versionsOf(
  trx: Transaction<DB>,
  { table, key }: RecordTable,
  keys: readonly string[],
): Promise<Map<string, number>> {
  const found = await sql<{
    key: string;
    version: number;
  }>`select ${sql.ref(key)} as key, version from ${sql.table(table)} where ${sql.ref(key)} = any(${[...keys]}) and deleted_at is null order by 1`.execute(
    trx,
  );
  return new Map(found.rows.map(({ key, version }) => [key, version]));
}
