import { page } from "~/kit/page/http/page.server";
import { recyclePage, restoring } from "~/kit/room/pages.server";
import { screen } from "~/kit/page/screens";
import { RecycleBin, recycleTitle } from "~/kit/room/screens";
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
