import { data } from "@remix-run/node";
import { allows, type Viewer } from "~/kit/data/access/viewer";
import { deletedRecords } from "~/kit/data/db/recycle.server";
import { attempt, problem } from "~/kit/ground/problem";
import { forkRequest, formDataOf, readReason } from "~/kit/page/forms/read-form";
import type { ViewerCall } from "~/kit/page/http/page.server";
import { redirectWith } from "~/kit/page/http/redirect.server";
import { recycleTable, type Use } from "~/kit/page/screens";
import { readState } from "~/kit/page/tables/state";
import { mayPurge } from "./menu-place";
import { recordUrl, type Room } from "./room";
import type { ServedRoom } from "./served.server";
import { isVisible, keyOf } from "./source-sql.server";
import { type RecordSource, lockRows } from "./source.server";
import { sql, type Transaction } from "kysely";
import { requireFreshPassword } from "~/kit/data/access/fresh-password.server";
import { recordChange } from "~/kit/data/db/history.server";
import { type Database, db, inTransaction } from "~/kit/data/db/pool.server";
import type { DB } from "~/kit/data/db/tables";
import { findServed } from "./registry";

export async function loadRecyclePage(
  { viewer, url }: ViewerCall,
  source: Pick<RecordSource<unknown, never>, "kept" | "scope" | "unowned">,
  columns: Parameters<typeof deletedRecords>[1],
) {
  const state = readState(recycleTable, url);
  return { state, ...(await deletedRecords(source.kept, columns, state, isVisible(source, viewer))) };
}

/** Brings the posted record back, or all that are ticked, under another code where its own was taken meanwhile. */
export async function restoreAndRedirect<Row>(
  { viewer, request }: Pick<ViewerCall, "viewer" | "request">,
  room: Room<Row>,
  restore: (viewer: Viewer, key: string, newCode?: string) => Promise<Row>,
) {
  const form = await formDataOf(request);
  const many = tickedIn(form);
  if (many.length > 0) return restoreMany({ viewer, request }, room, many, restore);
  const recordKey = String(form.get("key") ?? "");
  const newCode = String(form.get("newCode") ?? "").trim();
  const done = await attempt(() => restore(viewer, recordKey, newCode || undefined));
  if (!done.ok)
    return data(
      { refused: { recordKey, newCode, message: done.problem.message, askCode: done.problem.reason === "field" } },
      { status: 422 },
    );
  const words = `已恢复${room.noun} ${room.nameOf(done.value)}${await emptiedWords(room, [recordKey])}`;
  return redirectWith(request, words, recordUrl(room, done.value));
}

/** What records that came back had when they were deleted and have no more: what it named is deleted, or another record's by now. */
async function emptiedWords({ words }: Pick<Room<never>, "words">, keys: readonly string[]): Promise<string> {
  const { rows } = await sql<{ field: string; isShorter: boolean; count: number }>`
    select field, jsonb_typeof(back.after -> field) = 'array' as is_shorter, count(*)::int as count from unnest(${keys}::text[]) as one(key)
    cross join lateral (select before, record_version from history where record_key = key and action = 'delete' order by record_version desc limit 1) as gone
    join history back on back.record_key = key and back.record_version = gone.record_version + 1 and back.action = 'restore'
    cross join lateral jsonb_each(gone.before) as had(field, value)
    where jsonb_typeof(value) <> 'null' and jsonb_typeof(back.after -> field) = 'null'
      or jsonb_typeof(value) = 'array' and jsonb_typeof(back.after -> field) = 'array' and jsonb_array_length(value) > jsonb_array_length(back.after -> field)
    group by 1, 2 order by 1, 2`.execute(db());
  const labels = (isShorter: boolean) =>
    rows.flatMap(({ field, count, ...row }) => {
      const label = row.isShorter === isShorter && words.labels[field];
      return label ? [keys.length > 1 ? `${label} ${count} 条` : label] : [];
    });
  const [empty, shorter] = [labels(false), labels(true)];
  return [
    empty.length > 0 ? `；恢复后留空：${empty.join("、")}（原来的已被删除，或已归别的记录）` : "",
    shorter.length > 0 ? `；恢复后少了已被删除的：${shorter.join("、")}` : "",
  ].join("");
}

export const tickedIn = (form: FormData) => [...new Set(form.getAll(form.get("all") ? "shown" : "keys").map(String))];

/** Each by itself: one that cannot come back keeps the others from nothing. */
export async function restoreMany(
  { viewer, request }: Pick<ViewerCall, "viewer" | "request">,
  room: Pick<Room<never>, "noun" | "words">,
  keys: readonly string[],
  restore: (viewer: Viewer, key: string) => Promise<unknown>,
) {
  const left: { recordKey: string; message: string }[] = [];
  for (const recordKey of keys) {
    const done = await attempt(() => restore(viewer, recordKey));
    if (!done.ok) left.push({ recordKey, message: done.problem.message || (done.problem.errors[0]?.message ?? "") });
  }
  const restored = keys.length - left.length;
  if (left.length > 0) return data({ many: { restored, left } }, { status: 422 });
  const words = `已恢复 ${restored} 条${room.noun}${await emptiedWords(room, keys)}`;
  return redirectWith(request, words, new URL(request.url).pathname);
}

/** A served room's bin: what is deleted, and where some are to go for good, what holds them. */
export async function loadBin(call: ViewerCall, { room, source }: ServedRoom) {
  const [title] = [room.named].flat();
  const columns = { title: title!, detail: room.described ?? room.code ?? title! };
  const mayGo = allows(call.viewer, mayPurge);
  const keys = call.url.searchParams.has("purge") && mayGo ? call.url.searchParams.getAll("keys") : [];
  const [bin, purge] = await Promise.all([
    loadRecyclePage(call, source, columns),
    keys.length > 0 ? loadPurge(call.viewer, source, title!, keys) : null,
  ]);
  return { ...bin, purge, mayPurge: mayGo };
}

export async function changeBin(call: ViewerCall, { room, source, verbs }: ServedRoom) {
  const [copy, request] = await forkRequest(call.request);
  const form = await formDataOf(copy);
  if (form.get("intent") !== "purge") return restoreAndRedirect({ ...call, request }, room, verbs.restore);
  if (!allows(call.viewer, mayPurge)) throw problem.forbidden();
  const keys = form.getAll("keys").map(String);
  const reason = readReason(form);
  const done = await attempt(() => purgeRows({ ...call.viewer, reason }, source, [room.named].flat()[0]!, keys));
  if (!done.ok) return data({ error: done.problem.message }, { status: 409 });
  return redirectWith(call.request, `已彻底删除 ${keys.length} 条${room.noun}`, `${room.url}/recycle`);
}

type Bin = Pick<RecordSource<unknown, never>, "kept" | "scope" | "unowned">;
const most = 200;

/** Which deleted records are to go for good, and what still points at them, deleted too. */
async function loadPurge(
  viewer: Viewer,
  source: Bin,
  title: string,
  asked: readonly string[],
): Promise<{ keys: string[]; names: string[]; uses: Use[] }> {
  const found = await sql<{ key: string; name: string }>`
    select ${keyOf(source)} as key, ${sql.ref(`${source.kept.table}.${title}`)}::text as name from ${sql.table(source.kept.table)}
    where ${keyOf(source)} = any(${asked.slice(0, most)}) and ${sql.ref(`${source.kept.table}.deletedAt`)} is not null and ${isVisible(source, viewer)} order by 2`.execute(
    db(),
  );
  const keys = found.rows.map(({ key }) => key);
  return { keys, names: found.rows.map(({ name }) => name), uses: await holdersOf(db(), source, keys) };
}

/** Takes deleted records out of the database, all or none; a line of the history says that they were there. */
async function purgeRows(viewer: Viewer, source: Bin, title: string, keys: readonly string[]): Promise<void> {
  if (keys.length === 0 || keys.length > most) throw problem.field("", `请勾选 1 到 ${most} 条记录`);
  requireFreshPassword(viewer);
  const { kept } = source;
  await inTransaction(async (trx) => {
    const rows = await lockRows<Record<string, unknown>>(trx, source, viewer, keys, true);
    const [holder] = await holdersOf(trx, source, keys);
    if (holder) throw problem.used(`${kept.noun}还被${holder.label} ${holder.count} 条引用，不能彻底删除`);
    await remove(trx, source, keys);
    await recordChange(
      trx,
      viewer,
      ...rows.map((row) => ({
        room: kept.room,
        key: String(row[kept.key]),
        action: "purge" as const,
        version: Number(row.version) + 1,
        before: { [kept.key]: row[kept.key], [title]: row[title] },
      })),
    );
  });
}

const remove = (trx: Transaction<DB>, source: Bin, keys: readonly string[]) =>
  sql`delete from ${sql.table(source.kept.table)} where ${keyOf(source)} = any(${keys})`.execute(trx);

/** Rows of other tables that a foreign key keeps at these records, counted by what they are called. */
async function holdersOf(on: Database, source: Bin, keys: readonly string[]): Promise<Use[]> {
  const table = snake(source.kept.table);
  const pointing = await sql<{ from: string; column: string }>`
    select conrelid::regclass::text as from, attname::text as column from pg_constraint
    join pg_attribute on attrelid = conrelid and attnum = conkey[1]
    where contype = 'f' and confrelid = ${table}::regclass and confdeltype <> 'c' and array_length(conkey, 1) = 1`.execute(
    on,
  );
  const uses = await Promise.all(
    pointing.rows.map(async ({ from, column }): Promise<Use> => {
      const own = from === table ? sql`and ${sql.ref(snake(source.kept.key))} <> all(${keys})` : sql``;
      const { rows } = await sql<{ count: number }>`
        select count(*)::int as count from ${sql.table(from)} where ${sql.ref(column)} = any(${keys}) ${own}`.execute(
        on,
      );
      return { label: findServed(from)?.room.noun ?? "其他业务记录", count: rows[0]!.count, blocking: true };
    }),
  );
  return uses.filter(({ count }) => count > 0);
}

const snake = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
