import { mapAround } from "~/domains/roads/queries.server";
import { ChoiceField } from "~/kit/page/forms/fields";
import { FieldSet } from "~/kit/page/forms/form-parts";
import { page } from "~/kit/page/http/page.server";
import { PointField } from "~/kit/page/map/point-field";
import { screen } from "~/kit/page/screens";
import { EditForm } from "~/kit/room/edit-form";
import { roomForm, saveRoomForm } from "~/kit/room/served-pages.server";
import { editTitle, useEditing } from "~/kit/room/screens";
import { organisationRoom, placeBox } from "../room";
import { organisations } from "../room.server";

export const loader = page(organisationRoom.may.write, (call) =>
  roomForm(call, organisations, async (viewer, record) => ({
    below: call.url.searchParams.get("below"),
    mayRoot: viewer.orgScope === "all",
    ...(await mapAround(viewer, record && placeBox(record))),
  })),
);

export const action = page(organisationRoom.may.write, (call) => saveRoomForm(call, organisations));

export const handle = screen({ title: editTitle(organisationRoom) });

export default function EditOrganisation() {
  const { record, below, mayRoot, choices, settings, roads } = useEditing<typeof loader>();
  const { orgPid } = organisationRoom.fields;
  return (
    <EditForm room={organisationRoom} start={{ orgPid: below }} differently={{ orgCode: { autoFocus: true } }}>
      {({ inputs, fields, reason }) => (
        <>
          <FieldSet title="基本信息">
            {inputs("orgCode", "orgName")}
            <ChoiceField
              field={fields.orgPid!}
              label={orgPid.label}
              choices={choices.orgPid!}
              empty={mayRoot ? "（无，最上级）" : null}
              hint={record ? orgPid.hint : "最多 8 级"}
            />
            {inputs("orgType", "state", "sort", "leader", "phone", "address")}
            {reason}
          </FieldSet>
          <FieldSet title="位置（可不填）">
            <PointField lng={fields.lng!} lat={fields.lat!} settings={settings} roads={roads} was={record} />
          </FieldSet>
        </>
      )}
    </EditForm>
  );
}
