import { page } from "~/kit/page/http/page.server";
import { editing, saving } from "~/kit/room/pages.server";
import { screen } from "~/kit/page/screens";
import { EditScreen, editTitle, useEditing } from "~/kit/room/screens";
import { DeviceFields } from "../fields";
import { may } from "../policy";
import { createDevice, deviceChoices, findDevice, updateDevice } from "../queries.server";
import { deviceRoom } from "../room";
import { DeviceForm } from "../schema";

export const handle = screen({ title: editTitle(deviceRoom) });
export const loader = page(may.write, (call) => editing(call, deviceRoom, findDevice, deviceChoices));
export const action = page(may.write, (call) =>
  saving(call, deviceRoom, DeviceForm, { create: createDevice, update: updateDevice }),
);

export default function EditDevice() {
  return (
    <EditScreen room={deviceRoom}>
      <DeviceFields {...useEditing<typeof loader>()} />
    </EditScreen>
  );
}
