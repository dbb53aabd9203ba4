import { page } from "~/kit/page/http/page.server";
import { FieldSet } from "~/kit/page/forms/form-parts";
import { screen } from "~/kit/page/screens";
import { EditForm } from "~/kit/room/edit-form";
import { roomForm, saveRoomForm } from "~/kit/room/served-pages.server";
import { editTitle } from "~/kit/room/screens";
import { postRoom } from "../room";
import { posts } from "../room.server";

export const handle = screen({ title: editTitle(postRoom) });
export const loader = page(postRoom.may.write, (call) => roomForm(call, posts));
export const action = page(postRoom.may.write, (call) => saveRoomForm(call, posts));

export default function EditPost() {
  return (
    <EditForm room={postRoom}>
      {({ inputs, reason }) => (
        <FieldSet title="基本信息">
          {inputs("postCode", "postName", "postType", "state", "sort", "remark")}
          {reason}
        </FieldSet>
      )}
    </EditForm>
  );
}
