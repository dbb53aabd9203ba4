import { page } from "~/kernel/access/page.server";
import { historyPage } from "~/kernel/rooms/pages.server";
import { historyTitle, RecordHistory, screen } from "~/kernel/screens";
import { may } from "../policy";
import { findStation } from "../queries.server";
import { stationRoom } from "../room";

export const handle = screen({ title: historyTitle(stationRoom) });
export const loader = page(may.read, (call) => historyPage(call, stationRoom, findStation));

export default function StationHistory() {
  return <RecordHistory room={stationRoom} />;
}
