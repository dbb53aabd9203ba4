import { page } from "~/kit/page/http/page.server";
import { editing, saving } from "~/kit/room/pages.server";
import { screen } from "~/kit/page/screens";
import { EditScreen, editTitle, useEditing } from "~/kit/room/screens";
import { DeviceModelFields } from "../fields";
import { may } from "../policy";
import { createDeviceModel, findDeviceModel, updateDeviceModel } from "../queries.server";
import { deviceModelRoom } from "../room";
import { DeviceModelForm } from "../schema";

export const handle = screen({ title: editTitle(deviceModelRoom) });
export const loader = page(may.write, (call) => editing(call, deviceModelRoom, findDeviceModel));
export const action = page(may.write, (call) =>
  saving(call, deviceModelRoom, DeviceModelForm, { create: createDeviceModel, update: updateDeviceModel }),
);

export default function EditDeviceModel() {
  return (
    <EditScreen room={deviceModelRoom}>
      <DeviceModelFields {...useEditing<typeof loader>()} />
    </EditScreen>
  );
}
