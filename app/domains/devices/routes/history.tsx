import { page } from "~/kernel/access/page.server";
import { historyPage } from "~/kernel/rooms/pages.server";
import { historyTitle, RecordHistory, screen } from "~/kernel/screens";
import { may } from "../policy";
import { findDevice } from "../queries.server";
import { deviceRoom } from "../room";

export const handle = screen({ title: historyTitle(deviceRoom) });
export const loader = page(may.read, (call) => historyPage(call, deviceRoom, findDevice));

export default function DeviceHistory() {
  return <RecordHistory room={deviceRoom} />;
}
