import { page } from "~/kit/page/http/page.server";
import { FieldSet } from "~/kit/page/forms/form-parts";
import { screen } from "~/kit/page/screens";
import { EditForm } from "~/kit/room/edit-form";
import { roomForm, saveRoomForm } from "~/kit/room/served-pages.server";
import { editTitle } from "~/kit/room/screens";
import { packageRoom } from "../room";
import { changePackages } from "../room.server";

export const handle = screen({ title: editTitle(packageRoom) });
export const loader = page(packageRoom.may.write, (call) => roomForm(call, changePackages));
export const action = page(packageRoom.may.write, (call) => saveRoomForm(call, changePackages));

export default function EditPackage() {
  return (
    <EditForm room={packageRoom}>
      {({ inputs, reason }) => (
        <FieldSet title="基本信息">
          {inputs("packageName", "effectiveDay", "orgId", "packageNum", "remark")}
          {reason}
        </FieldSet>
      )}
    </EditForm>
  );
}
