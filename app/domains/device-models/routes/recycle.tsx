import { page } from "~/kit/page/http/page.server";
import { recyclePage, restoring } from "~/kit/room/pages.server";
import { screen } from "~/kit/page/screens";
import { RecycleBin, recycleTitle } from "~/kit/room/screens";
import { may } from "../policy";
import { restoreDeviceModel, deviceModelSource } from "../queries.server";
import { deviceModelRoom } from "../room";

export const handle = screen({ title: recycleTitle(deviceModelRoom) });
export const loader = page(may.remove, (call) =>
  recyclePage(call, deviceModelSource, { title: "modelNum", detail: "modelName" }),
);
export const action = page(may.remove, (call) => restoring(call, deviceModelRoom, restoreDeviceModel));

export default function DeletedDeviceModels() {
  return <RecycleBin room={deviceModelRoom} codeLabel="型号" codeLength={16} />;
}
