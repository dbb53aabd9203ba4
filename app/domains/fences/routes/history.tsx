import { page } from "~/kernel/access/page.server";
import { historyPage } from "~/kernel/rooms/pages.server";
import { historyTitle, RecordHistory, screen } from "~/kernel/screens";
import { coordsTold } from "../place";
import { may } from "../policy";
import { findFence } from "../queries.server";
import { fenceRoom } from "../room";

export const handle = screen({ title: historyTitle(fenceRoom) });

export const loader = page(may.read, async (call) => {
  const { changes, ...given } = await historyPage(call, fenceRoom, findFence);
  return { ...given, changes: changes.map((change) => ({ ...change, before: coordsTold(change.before), after: coordsTold(change.after) })) };
});

export default function FenceHistory() {
  return <RecordHistory room={fenceRoom} />;
}
