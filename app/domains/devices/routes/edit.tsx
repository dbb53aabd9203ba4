import { useLoaderData } from "@remix-run/react";
import { page } from "~/kit/page/http/page.server";
import { ChoiceField } from "~/kit/page/forms/fields";
import { FieldSet } from "~/kit/page/forms/form-parts";
import { EditForm } from "~/kit/room/edit-form";
import { roomForm, saveRoomForm } from "~/kit/room/served-pages.server";
import { screen } from "~/kit/page/screens";
import { editTitle } from "~/kit/room/screens";
import { deviceRoom } from "../room";
import { devices } from "../room.server";

export const handle = screen({ title: editTitle(deviceRoom) });
export const loader = page(deviceRoom.may.write, (call) => roomForm(call, devices));
export const action = page(deviceRoom.may.write, (call) => saveRoomForm(call, devices));

export default function EditDevice() {
  const { choices } = useLoaderData<typeof loader>();
  return (
    <EditForm room={deviceRoom} differently={{ devSelfCode: { autoFocus: true } }}>
      {({ inputs, fields, others }) => (
        <>
          <FieldSet title="基本信息">
            {inputs("devSelfCode", "modelUuid", "devType")}
            <ChoiceField
              field={fields.protocol!}
              label={deviceRoom.words.labels.protocol!}
              choices={choices.protocol!}
              empty="按型号"
              hint="与型号同一厂商"
              steps="厂商"
              follows={fields.modelUuid}
            />
            {inputs("devState", "isSlave")}
          </FieldSet>
          <FieldSet title="号码">{inputs("imei", "terminalPhone", "simPhone", "iccid")}</FieldSet>
          {others("characterSet", "timeZone", "installDate", "expireDate", "channel", "remark")}
        </>
      )}
    </EditForm>
  );
}
