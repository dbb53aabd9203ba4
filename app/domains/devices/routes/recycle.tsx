import { page } from "~/kernel/access/page.server";
import { recyclePage, restoring } from "~/kernel/rooms/pages.server";
import { RecycleBin, recycleTitle, screen } from "~/kernel/screens";
import { may } from "../policy";
import { restoreDevice, deviceSource } from "../queries.server";
import { deviceRoom } from "../room";

export const handle = screen({ title: recycleTitle(deviceRoom) });
export const loader = page(may.remove, (call) =>
  recyclePage(call, deviceSource, { title: "devSelfCode", detail: "imei" }),
);
export const action = page(may.remove, (call) => restoring(call, deviceRoom, restoreDevice));

export default function DeletedDevices() {
  return <RecycleBin room={deviceRoom} codeLabel="设备编号" codeLength={16} />;
}
