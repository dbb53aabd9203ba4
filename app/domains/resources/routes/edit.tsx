import { useLoaderData } from "@remix-run/react";
import { page } from "~/kit/page/http/page.server";
import { ChoiceField, RadioField } from "~/kit/page/forms/fields";
import { FieldSet } from "~/kit/page/forms/form-parts";
import { EditForm } from "~/kit/room/edit-form";
import { loadFormPage } from "~/kit/room/pages.server";
import { saveAndRedirect } from "~/kit/room/save-form.server";
import { screen } from "~/kit/page/screens";
import { editTitle } from "~/kit/room/screens";
import { resourceChoices } from "../choices.server";
import { findResource } from "../queries.server";
import { resourceRoom, resourceTypes } from "../room";
import { createAt, updateAt } from "../save.server";
import { ResourceForm } from "../schema";

export const handle = screen({ title: editTitle(resourceRoom) });

export const loader = page(resourceRoom.may.write, (call) =>
  loadFormPage(call, resourceRoom, findResource, async (viewer, resource) => {
    const { searchParams } = call.url;
    const above = await findResource(viewer, searchParams.get("pid") ?? "");
    const start = {
      place: above?.resourceId ?? searchParams.get("appId") ?? "",
      type: above && above.type !== "menu" ? "button" : "page",
    };
    return { start, choices: await resourceChoices(viewer, resource?.resourceId) };
  }),
);

export const action = page(resourceRoom.may.write, (call) =>
  saveAndRedirect(call, resourceRoom, ResourceForm, { create: createAt, update: updateAt }),
);

export default function EditResource() {
  const { record, start, choices } = useLoaderData<typeof loader>();
  return (
    <EditForm
      room={resourceRoom}
      start={start}
      values={record ? { ...record, place: record.pid ?? record.appId } : undefined}
      note={record && "改变上级会连同全部下级一起移动，也可以移到别的应用。"}
    >
      {({ inputs, fields, reason }) => (
        <>
          <FieldSet title="位置">
            <ChoiceField field={fields.place!} label="上级" choices={choices.place} wide />
            <RadioField field={fields.type!} label="类型" choices={resourceTypes} />
            {inputs("resourceSort")}
          </FieldSet>
          <FieldSet title="资源">
            {inputs("title", "resourceName", "permissionCode", "path", "moduleId", "icon")}
            {inputs("isHome", "noCache", "enabled")}
            {reason}
          </FieldSet>
        </>
      )}
    </EditForm>
  );
}
