import { page } from "~/kit/page/http/page.server";
import { FieldSet } from "~/kit/page/forms/form-parts";
import { screen } from "~/kit/page/screens";
import { EditForm } from "~/kit/room/edit-form";
import { roomForm, saveRoomForm } from "~/kit/room/served-pages.server";
import { editTitle } from "~/kit/room/screens";
import { moduleRoom } from "../room";
import { modules } from "../room.server";

export const handle = screen({ title: editTitle(moduleRoom) });
export const loader = page(moduleRoom.may.write, (call) => roomForm(call, modules));
export const action = page(moduleRoom.may.write, (call) => saveRoomForm(call, modules));

export default function EditModule() {
  return (
    <EditForm room={moduleRoom}>
      {({ inputs, reason }) => (
        <FieldSet title="模块">
          {inputs("moduleName", "productCode", "description")}
          {reason}
        </FieldSet>
      )}
    </EditForm>
  );
}
