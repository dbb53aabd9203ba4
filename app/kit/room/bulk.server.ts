import { data } from "@remix-run/node";
import type { Transaction } from "kysely";
import type { z } from "zod";
import type { ViewerCall } from "~/kit/page/http/page.server";
import { allows, type Viewer } from "~/kit/data/access/viewer";
import { inTransaction } from "~/kit/data/db/pool.server";
import type { DB } from "~/kit/data/db/tables";
import type { Picks } from "~/kit/page/forms/picks";
import { again, formDataOf, readReason, type Refused, refused } from "~/kit/page/forms/read-form";
import { attempt, problem } from "~/kit/ground/problem";
import { redirectWith } from "~/kit/page/http/redirect.server";
import type { Use } from "~/kit/page/screens";
import type { Table } from "~/kit/page/tables/define-table";
import { readChanges } from "./bulk-changes";
import { changeMany } from "./change-many.server";
import { backTo, digestOf, findPicked, firstNames } from "./bulk-picked.server";
import { findFault, requireOrganisations } from "./checks.server";
import type { Served } from "./served.server";
import { answerSearch, loadPicks, loadPostedPicks, type Offers } from "./offers.server";
import { usesOf } from "./uses.server";
import type { Room, RoomPermissions } from "./room";
import { loadRows, type Kept } from "./source.server";

export interface Bulk<Row extends object, F extends z.ZodObject, S extends z.ZodObject> {
  room: Pick<Room<Row>, "noun" | "url" | "key" | "nameOf">;
  may: RoomPermissions;
  table: Pick<Table<never, F>, "filters" | "filterFields" | "sortBy" | "sortable" | "pageSize">;
  source: Kept<Row, z.output<F>>;
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
}

export const bulkOf = ({ room, table, source, references, verbs }: Served): Bulk<never, z.ZodObject, z.ZodObject> => ({
  room,
  may: room.may,
  table,
  source: source as Kept<never, Record<string, unknown>>,
  edit: room.bulk && room.bulk.length > 0 ? room.Bulk : undefined,
  check: (viewer, changes) => inTransaction((trx) => requireOrganisations(trx, viewer, room, changes)),
  refusal: (after) => findFault(room, after),
  oneByOne: (changes) => verbs.change && ((trx, viewer, key) => verbs.change!(trx, viewer, key, changes as never)),
  uses: (viewer, keys) => usesOf(viewer, references, keys),
  remove: verbs.remove,
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
  const by = { ...viewer, reason: readReason(form) };
  if (removes) {
    const done = await attempt(() => bulk.remove!(by, keys));
    if (!done.ok) return data({ error: done.problem.message }, { status: 409 });
    return redirectWith(request, `已删除 ${keys.length} 条${bulk.room.noun}，可在回收站恢复`, backTo(url, bulk));
  }
  if (sent!.status !== "success") return again(sent as Refused, { picks });
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
  return redirectWith(request, words.join("，"), backTo(url, bulk));
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

export interface BulkAnswer extends Partial<Pick<Refused, "reply">> {
  /** How many there were when the page was shown, where it is not the same set any more. */
  moved?: number;
  error?: string;
  picks?: Picks;
  refusals?: { count: number; others: number; first: { name: string; message: string }[] };
}
