import { page } from "~/kit/page/http/page.server";
import { ChoicesField } from "~/kit/page/forms/fields";
import { FieldSet } from "~/kit/page/forms/form-parts";
import { screen } from "~/kit/page/screens";
import { EditForm } from "~/kit/room/edit-form";
import { roomForm, saveRoomForm } from "~/kit/room/served-pages.server";
import { editTitle } from "~/kit/room/screens";
import { languages } from "~/transit/announcements/words";
import { versionRoom } from "../room";
import { voiceVersions } from "../room.server";

export const handle = screen({ title: editTitle(versionRoom) });
export const loader = page(versionRoom.may.write, (call) => roomForm(call, voiceVersions));
export const action = page(versionRoom.may.write, (call) => saveRoomForm(call, voiceVersions));

const choices = Object.entries(languages).map(([value, label]) => ({ value, label }));

export default function EditVersion() {
  return (
    <EditForm room={versionRoom} start={{ languages: ["zh"] }}>
      {({ inputs, fields, reason }) => (
        <FieldSet title="基本信息">
          {inputs("versionNum", "versionName", "isValid")}
          <ChoicesField field={fields.languages!} label="语言" choices={choices} hint="依次播报" wide />
          {inputs("remark")}
          {reason}
        </FieldSet>
      )}
    </EditForm>
  );
}
