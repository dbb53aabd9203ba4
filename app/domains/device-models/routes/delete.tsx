import { page } from "~/kernel/access/page.server";
import { askRemoval, removing } from "~/kernel/rooms/pages.server";
import { RemovalScreen, removalTitle, screen } from "~/kernel/screens";
import { may } from "../policy";
import { deleteDeviceModels, findDeviceModel, deviceModelUses } from "../queries.server";
import { deviceModelRoom } from "../room";

export const handle = screen({ title: removalTitle(deviceModelRoom) });
export const loader = page(may.remove, (call) => askRemoval(call, deviceModelRoom, findDeviceModel, deviceModelUses));
export const action = page(may.remove, (call) => removing(call, deviceModelRoom, findDeviceModel, deleteDeviceModels));

export default function DeleteDeviceModel() {
  return <RemovalScreen room={deviceModelRoom} />;
}
