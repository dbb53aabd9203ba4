import { page } from "~/kit/page/http/page.server";
import { askRemoval, removing } from "~/kit/room/pages.server";
import { screen } from "~/kit/page/screens";
import { RemovalScreen, removalTitle } from "~/kit/room/screens";
import { may } from "../policy";
import { deleteDeviceModels, findDeviceModel, deviceModelUses } from "../queries.server";
import { deviceModelRoom } from "../room";

export const handle = screen({ title: removalTitle(deviceModelRoom) });
export const loader = page(may.remove, (call) => askRemoval(call, deviceModelRoom, findDeviceModel, deviceModelUses));
export const action = page(may.remove, (call) => removing(call, deviceModelRoom, findDeviceModel, deleteDeviceModels));

export default function DeleteDeviceModel() {
  return <RemovalScreen room={deviceModelRoom} />;
}
