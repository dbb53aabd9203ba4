import { page } from "~/kit/page/http/page.server";
import { historyPage } from "~/kit/room/pages.server";
import { screen } from "~/kit/page/screens";
import { historyTitle, RecordHistory } from "~/kit/room/screens";
import { may } from "../policy";
import { findStation } from "../queries.server";
import { stationRoom } from "../room";

export const handle = screen({ title: historyTitle(stationRoom) });
export const loader = page(may.read, (call) => historyPage(call, stationRoom, findStation));

export default function StationHistory() {
  return <RecordHistory room={stationRoom} />;
}
