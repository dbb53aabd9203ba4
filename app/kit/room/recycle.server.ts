import { data } from "@remix-run/node";
import { allows, type Viewer } from "~/kit/data/access/viewer";
import { deletedRecords } from "~/kit/data/db/recycle.server";
import { attempt, problem } from "~/kit/ground/problem";
import { forkRequest, formDataOf, readReason } from "~/kit/page/forms/read-form";
import type { ViewerCall } from "~/kit/page/http/page.server";
import { redirectWith } from "~/kit/page/http/redirect.server";
import { recycleTable } from "~/kit/page/screens";
import { readState } from "~/kit/page/tables/state";
import { mayPurge } from "./menu-place";
import { loadPurge, purgeRows } from "./purge.server";
import { recordUrl, type Room } from "./room";
import type { Served } from "./served.server";
import { isVisible } from "./source-sql.server";
import { type Kept } from "./source.server";

export async function loadRecyclePage(
  { viewer, url }: ViewerCall,
  source: Pick<Kept<unknown, never>, "kept" | "scope" | "unowned">,
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
  return redirectWith(request, `已恢复${room.noun} ${room.nameOf(done.value)}`, recordUrl(room, done.value));
}

export const tickedIn = (form: FormData) => [...new Set(form.getAll(form.get("all") ? "shown" : "keys").map(String))];

/** Each by itself: one that cannot come back keeps the others from nothing. */
export async function restoreMany(
  { viewer, request }: Pick<ViewerCall, "viewer" | "request">,
  room: { noun: string },
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
  return redirectWith(request, `已恢复 ${restored} 条${room.noun}`, new URL(request.url).pathname);
}

/** A served room's bin: what is deleted, and where some are to go for good, what holds them. */
export async function loadBin(call: ViewerCall, { room, source }: Served) {
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

export async function changeBin(call: ViewerCall, { room, source, verbs }: Served) {
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
