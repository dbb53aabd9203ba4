import { page } from "~/kernel/access/page.server";
import { historyPage } from "~/kernel/rooms/pages.server";
import { historyTitle, RecordHistory, screen } from "~/kernel/screens";
import { may } from "../policy";
import { findBusModel } from "../queries.server";
import { busModelRoom } from "../room";

export const handle = screen({ title: historyTitle(busModelRoom) });
export const loader = page(may.read, (call) => historyPage(call, busModelRoom, findBusModel));

export default function BusModelHistory() {
  return <RecordHistory room={busModelRoom} />;
}
