import { page } from "~/kit/page/http/page.server";
import { editing, saving } from "~/kit/room/pages.server";
import { screen } from "~/kit/page/screens";
import { EditScreen, editTitle, useEditing } from "~/kit/room/screens";
import { resourceChoices } from "../choices.server";
import { ResourceFields } from "../fields";
import { may } from "../policy";
import { findResource } from "../queries.server";
import { resourceRoom } from "../room";
import { createAt, updateAt } from "../save.server";
import { ResourceForm } from "../schema";

export const handle = screen({ title: editTitle(resourceRoom) });

export const loader = page(may.write, (call) =>
  editing(call, resourceRoom, findResource, async (viewer, resource) => {
    const { searchParams } = call.url;
    const above = await findResource(viewer, searchParams.get("pid") ?? "");
    const start = {
      place: above?.resourceId ?? searchParams.get("appId") ?? "",
      type: above && above.type !== "menu" ? "button" : "page",
    };
    return { start, ...(await resourceChoices(viewer, resource?.resourceId)) };
  }),
);

export const action = page(may.write, (call) =>
  saving(call, resourceRoom, ResourceForm, { create: createAt, update: updateAt }),
);

export default function EditResource() {
  return (
    <EditScreen room={resourceRoom}>
      <ResourceFields {...useEditing<typeof loader>()} />
    </EditScreen>
  );
}
