import { page } from "~/kernel/access/page.server";
import { historyPage } from "~/kernel/rooms/pages.server";
import { historyTitle, RecordHistory, screen } from "~/kernel/screens";
import { may } from "../policy";
import { findBus } from "../queries.server";
import { busRoom } from "../room";

export const handle = screen({ title: historyTitle(busRoom) });
export const loader = page(may.read, (call) => historyPage(call, busRoom, findBus));

export default function BusHistory() {
  return <RecordHistory room={busRoom} />;
}
