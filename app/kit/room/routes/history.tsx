import { loadHistoryPage } from "../pages.server";
import { roomPage } from "../room-page.server";
import { screen } from "~/kit/page/screens";
import { findAsked } from "../served-pages.server";
import { historyTitle, RecordHistory } from "../screens";
import { useRoom } from "../use-room";

export const handle = screen({ title: ({ title }: { title: string }) => title });

export const loader = roomPage("read", async (call, { room, source, rewriteHistory }) => {
  const loaded = await loadHistoryPage(call, room, findAsked(call, source));
  const changes = rewriteHistory ? await rewriteHistory(call.viewer, loaded.changes) : loaded.changes;
  return { ...loaded, changes, title: historyTitle(room)(loaded as never) };
});

export default function History() {
  return <RecordHistory room={useRoom()} />;
}
