import { useLoaderData } from "@remix-run/react";
import { page } from "~/kit/page/http/page.server";
import { ticksOf } from "~/kit/page/forms/bits";
import { asChoices } from "~/kit/page/forms/field";
import { ChoicesField } from "~/kit/page/forms/fields";
import { FieldSet } from "~/kit/page/forms/form-parts";
import { screen } from "~/kit/page/screens";
import { EditForm } from "~/kit/room/edit-form";
import { roomForm, saveRoomForm } from "~/kit/room/served-pages.server";
import { editTitle } from "~/kit/room/screens";
import { abilities, deviceModelRoom } from "../room";
import { deviceModels } from "../room.server";

export const handle = screen({ title: editTitle(deviceModelRoom) });
export const loader = page(deviceModelRoom.may.write, (call) => roomForm(call, deviceModels));
export const action = page(deviceModelRoom.may.write, (call) => saveRoomForm(call, deviceModels));

export default function EditDeviceModel() {
  const { record } = useLoaderData<typeof loader>();
  const values = record ? { ...record, support: ticksOf(abilities, record.support) } : undefined;
  return (
    <EditForm room={deviceModelRoom} values={values}>
      {({ inputs, fields, others }) => (
        <>
          <FieldSet title="基本信息">
            {inputs("modelNum", "modelName", "factory", "protocol", "manufacturerId", "protocolFile")}
            <ChoicesField
              field={fields.support!}
              label={deviceModelRoom.fields.support.label}
              choices={asChoices(abilities)}
            />
            {inputs("twoInOne")}
          </FieldSet>
          <FieldSet title="文件与语音">
            {inputs(
              "fileTransport",
              "noticeType",
              "packageFormat",
              "maxFileMb",
              "audioCodec",
              "sampleRate",
              "charset",
              "speaks",
            )}
          </FieldSet>
          {others("tags", "sort", "remark")}
        </>
      )}
    </EditForm>
  );
}
