import { useLoaderData } from "@remix-run/react";
import { page } from "~/kit/page/http/page.server";
import { FieldSet } from "~/kit/page/forms/form-parts";
import { screen } from "~/kit/page/screens";
import { today } from "~/kit/ground/time/today.server";
import { EditForm } from "~/kit/room/edit-form";
import { roomForm, saveRoomForm } from "~/kit/room/served-pages.server";
import { editTitle } from "~/kit/room/screens";
import { updateLogRoom } from "../room";
import { updateLogs } from "../room.server";

export const handle = screen({ title: editTitle(updateLogRoom) });
export const loader = page(updateLogRoom.may.write, (call) =>
  roomForm(call, updateLogs, async () => ({ today: today() })),
);
export const action = page(updateLogRoom.may.write, (call) => saveRoomForm(call, updateLogs));

export default function EditUpdateLog() {
  const { today } = useLoaderData<typeof loader>();
  return (
    <EditForm room={updateLogRoom} start={{ logDate: today }}>
      {({ inputs, reason }) => (
        <FieldSet title="更新日志">
          {inputs("logVersion", "logDate", "title", "body")}
          {reason}
        </FieldSet>
      )}
    </EditForm>
  );
}
