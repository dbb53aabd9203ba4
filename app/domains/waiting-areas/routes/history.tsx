import { page } from "~/kit/page/http/page.server";
import { historyPage } from "~/kit/room/pages.server";
import { screen } from "~/kit/page/screens";
import { historyTitle, RecordHistory } from "~/kit/room/screens";
import { may } from "../policy";
import { findWaitingArea } from "../queries.server";
import { waitingAreaRoom } from "../room";

export const handle = screen({ title: historyTitle(waitingAreaRoom) });
export const loader = page(may.read, (call) => historyPage(call, waitingAreaRoom, findWaitingArea));

export default function WaitingAreaHistory() {
  return <RecordHistory room={waitingAreaRoom} />;
}
