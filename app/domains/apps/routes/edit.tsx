import { useLoaderData } from "@remix-run/react";
import { page } from "~/kit/page/http/page.server";
import { FieldSet } from "~/kit/page/forms/form-parts";
import { screen } from "~/kit/page/screens";
import { EditForm } from "~/kit/room/edit-form";
import { roomForm, saveRoomForm } from "~/kit/room/served-pages.server";
import { editTitle } from "~/kit/room/screens";
import { appRoom, ownAppCode } from "../room";
import { apps } from "../room.server";

export const handle = screen({ title: editTitle(appRoom) });
export const loader = page(appRoom.may.write, (call) => roomForm(call, apps));
export const action = page(appRoom.may.write, (call) => saveRoomForm(call, apps));

const ownApp = {
  appCode: { hint: "本系统自己的应用，编码不能修改", readOnly: true },
  enabled: { hint: "本系统自己的应用，不能停用" },
};

export default function EditApp() {
  const { record } = useLoaderData<typeof loader>();
  return (
    <EditForm room={appRoom} differently={record?.appCode === ownAppCode ? ownApp : {}}>
      {({ inputs, reason }) => (
        <FieldSet title="应用">
          {inputs("appName", "appCode", "englishShortName", "icon", "address", "sort", "enabled")}
          {reason}
        </FieldSet>
      )}
    </EditForm>
  );
}
