import { page } from "~/kit/page/http/page.server";
import { historyPage } from "~/kit/room/pages.server";
import { screen } from "~/kit/page/screens";
import { historyTitle, RecordHistory } from "~/kit/room/screens";
import { may } from "../policy";
import { findBusModel } from "../queries.server";
import { busModelRoom } from "../room";

export const handle = screen({ title: historyTitle(busModelRoom) });
export const loader = page(may.read, (call) => historyPage(call, busModelRoom, findBusModel));

export default function BusModelHistory() {
  return <RecordHistory room={busModelRoom} />;
}
