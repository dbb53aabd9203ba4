import { page } from "~/kernel/access/page.server";
import { historyPage } from "~/kernel/rooms/pages.server";
import { historyTitle, RecordHistory, screen } from "~/kernel/screens";
import { may } from "../policy";
import { findDeviceModel } from "../queries.server";
import { deviceModelRoom } from "../room";

export const handle = screen({ title: historyTitle(deviceModelRoom) });
export const loader = page(may.read, (call) => historyPage(call, deviceModelRoom, findDeviceModel));

export default function DeviceModelHistory() {
  return <RecordHistory room={deviceModelRoom} />;
}
