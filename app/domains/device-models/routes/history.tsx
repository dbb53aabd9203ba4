import { page } from "~/kit/page/http/page.server";
import { historyPage } from "~/kit/room/pages.server";
import { screen } from "~/kit/page/screens";
import { historyTitle, RecordHistory } from "~/kit/room/screens";
import { may } from "../policy";
import { findDeviceModel } from "../queries.server";
import { deviceModelRoom } from "../room";

export const handle = screen({ title: historyTitle(deviceModelRoom) });
export const loader = page(may.read, (call) => historyPage(call, deviceModelRoom, findDeviceModel));

export default function DeviceModelHistory() {
  return <RecordHistory room={deviceModelRoom} />;
}
