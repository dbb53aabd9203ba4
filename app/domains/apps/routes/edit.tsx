import { page } from "~/kit/page/http/page.server";
import { editing, saving } from "~/kit/room/pages.server";
import { screen } from "~/kit/page/screens";
import { EditScreen, editTitle, useEditing } from "~/kit/room/screens";
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
