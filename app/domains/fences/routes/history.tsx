import { page } from "~/kernel/access/page.server";
import { historyPage } from "~/kernel/rooms/pages.server";
import { historyTitle, RecordHistory, screen } from "~/kernel/screens";
import { may } from "../policy";
import { findFence } from "../queries.server";
import { fenceRoom } from "../room";

export const handle = screen({ title: historyTitle(fenceRoom) });

export const loader = page(may.read, (call) => historyPage(call, fenceRoom, findFence));

export default function FenceHistory() {
  return <RecordHistory room={fenceRoom} />;
}
