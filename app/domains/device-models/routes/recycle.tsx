import { page } from "~/kernel/access/page.server";
import { recyclePage, restoring } from "~/kernel/rooms/pages.server";
import { RecycleBin, recycleTitle, screen } from "~/kernel/screens";
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
