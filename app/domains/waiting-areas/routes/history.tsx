import { page } from "~/kernel/access/page.server";
import { historyPage } from "~/kernel/rooms/pages.server";
import { historyTitle, RecordHistory, screen } from "~/kernel/screens";
import { may } from "../policy";
import { findWaitingArea } from "../queries.server";
import { waitingAreaRoom } from "../room";

export const handle = screen({ title: historyTitle(waitingAreaRoom) });
export const loader = page(may.read, (call) => historyPage(call, waitingAreaRoom, findWaitingArea));

export default function WaitingAreaHistory() {
  return <RecordHistory room={waitingAreaRoom} />;
}
