import { loadHistoryPage } from "../pages.server";
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
  const told = rewriteHistory ? await rewriteHistory(call.viewer, loaded.changes) : loaded.changes;
  const title = historyTitle(room)(loaded as never);
  if (!(await mayChange(call, served, loaded.record)).write) return { ...loaded, changes: told, title };
  const raw = new Map(loaded.changes.map((change) => [change.historyId, change]));
  const changes = told.map((change) => ({
    ...change,
    restorable: restorableIn(room, raw.get(change.historyId)!, change),
  }));
  return { ...loaded, changes, title, editUrl: `${room.url}/${String(loaded.record[room.key])}/edit` };
});

export default function History() {
  return <RecordHistory room={useRoom()} />;
}
