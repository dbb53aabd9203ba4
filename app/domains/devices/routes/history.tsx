import { page } from "~/kit/page/http/page.server";
import { historyPage } from "~/kit/room/pages.server";
import { screen } from "~/kit/page/screens";
import { historyTitle, RecordHistory } from "~/kit/room/screens";
import { may } from "../policy";
import { findDevice } from "../queries.server";
import { deviceRoom } from "../room";

export const handle = screen({ title: historyTitle(deviceRoom) });
export const loader = page(may.read, (call) => historyPage(call, deviceRoom, findDevice));

export default function DeviceHistory() {
  return <RecordHistory room={deviceRoom} />;
}
