import { page } from "~/kit/page/http/page.server";
import { historyPage } from "~/kit/room/pages.server";
import { screen } from "~/kit/page/screens";
import { historyTitle, RecordHistory } from "~/kit/room/screens";
import { may } from "../policy";
import { findBus } from "../queries.server";
import { busRoom } from "../room";

export const handle = screen({ title: historyTitle(busRoom) });
export const loader = page(may.read, (call) => historyPage(call, busRoom, findBus));

export default function BusHistory() {
  return <RecordHistory room={busRoom} />;
}
