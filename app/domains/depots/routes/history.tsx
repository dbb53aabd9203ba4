import { page } from "~/kit/page/http/page.server";
import { historyPage } from "~/kit/room/pages.server";
import { screen } from "~/kit/page/screens";
import { historyTitle, RecordHistory } from "~/kit/room/screens";
import { may } from "../policy";
import { findDepot } from "../queries.server";
import { depotRoom } from "../room";

export const handle = screen({ title: historyTitle(depotRoom) });
export const loader = page(may.read, (call) => historyPage(call, depotRoom, findDepot));

export default function DepotHistory() {
  return <RecordHistory room={depotRoom} />;
}
