import { page } from "~/kit/page/http/page.server";
import { askRemoval, removing } from "~/kit/room/pages.server";
import { screen } from "~/kit/page/screens";
import { RemovalScreen, removalTitle } from "~/kit/room/screens";
import { may } from "../policy";
import { deleteDevices, findDevice, deviceUses } from "../queries.server";
import { deviceRoom } from "../room";

export const handle = screen({ title: removalTitle(deviceRoom) });
export const loader = page(may.remove, (call) => askRemoval(call, deviceRoom, findDevice, deviceUses));
export const action = page(may.remove, (call) => removing(call, deviceRoom, findDevice, deleteDevices));

export default function DeleteDevice() {
  return <RemovalScreen room={deviceRoom} />;
}
