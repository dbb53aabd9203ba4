import { loadHistoryPage } from "../pages.server";
import type { DeclaredRoom } from "../room";
import { roomPage } from "../room-page.server";
import { screen } from "~/kit/page/screens";
import { restorableIn } from "../restored-field.server";
import { findAsked, mayChange } from "../served-pages.server";
import { historyTitle, RecordHistory } from "../screens";
import { useRoom } from "../use-room";

export const handle = screen({ title: ({ title }: { title: string }) => title });

export const loader = roomPage("read", async (call, served) => {
  const { room, source, rewriteHistory } = served;
  const loaded = await loadHistoryPage(call, room, findAsked(call, source));
  const rewritten = rewriteHistory ? await rewriteHistory(call.viewer, loaded.changes) : loaded.changes;
  const raw = new Map(loaded.changes.map((change) => [change.historyId, change]));
  const told = rewritten.map((change) => ({ ...change, link: batchLink(room, raw.get(change.historyId)!) }));
  const title = historyTitle(room)(loaded as never);
  if (!(await mayChange(call, served, loaded.record)).write) return { ...loaded, changes: told, title };
  const changes = told.map((change) => ({
    ...change,
    restorable: restorableIn(room, raw.get(change.historyId)!, change),
  }));
  return { ...loaded, changes, title, editUrl: `${room.url}/${String(loaded.record[room.key])}/edit` };
});

/** To the page of the batch that a change is of, where the room has one. */
function batchLink(
  { url, without = [] }: DeclaredRoom,
  { action, batchId }: { action: string; batchId: string | null },
) {
  const isOne = batchId !== null && ["create", "update", "delete"].includes(action) && !without.includes("bulk");
  return isOne ? { label: "同一批的操作", href: `${url}/batch/${batchId}` } : undefined;
}

export default function History() {
  return <RecordHistory room={useRoom()} />;
}
