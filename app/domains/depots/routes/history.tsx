import { page } from "~/kernel/access/page.server";
import { historyPage } from "~/kernel/rooms/pages.server";
import { historyTitle, RecordHistory, screen } from "~/kernel/screens";
import { may } from "../policy";
import { findDepot } from "../queries.server";
import { depotRoom } from "../room";

export const handle = screen({ title: historyTitle(depotRoom) });
export const loader = page(may.read, (call) => historyPage(call, depotRoom, findDepot));

export default function DepotHistory() {
  return <RecordHistory room={depotRoom} />;
}
