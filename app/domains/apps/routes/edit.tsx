import { page } from "~/kernel/access/page.server";
import { editing, saving } from "~/kernel/rooms/pages.server";
import { EditScreen, editTitle, screen, useEditing } from "~/kernel/screens";
import { AppFields } from "../fields";
import { may } from "../policy";
import { createApp, findApp, updateApp } from "../queries.server";
import { appRoom } from "../room";
import { AppForm } from "../schema";

export const handle = screen({ title: editTitle(appRoom) });
export const loader = page(may.write, (call) => editing(call, appRoom, findApp));
export const action = page(may.write, (call) =>
  saving(call, appRoom, AppForm, { create: createApp, update: updateApp }),
);

export default function EditApp() {
  return (
    <EditScreen room={appRoom}>
      <AppFields {...useEditing<typeof loader>()} />
    </EditScreen>
  );
}
