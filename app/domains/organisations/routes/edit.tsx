import { offeredItems } from "~/domains/dictionaries/queries.server";
import { page } from "~/kit/page/http/page.server";
import { mapAround } from "~/domains/roads/queries.server";
import { editing, saving } from "~/kit/room/pages.server";
import { screen } from "~/kit/page/screens";
import { EditScreen, editTitle, useEditing } from "~/kit/room/screens";
import { OrganisationFields } from "../fields";
import { may } from "../policy";
import { createOrganisation, findOrganisation, placesFor, updateOrganisation } from "../queries.server";
import { organisationRoom, placeBox } from "../room";
import { OrganisationForm } from "../schema";

export const loader = page(may.write, (call) =>
  editing(call, organisationRoom, findOrganisation, async (viewer, record) => ({
    below: call.url.searchParams.get("below"),
    places: await placesFor(viewer, record),
    mayRoot: viewer.orgScope === "all",
    offered: (await offeredItems("orgType")).orgType,
    ...(await mapAround(viewer, record && placeBox(record))),
  })),
);

export const action = page(may.write, (call) =>
  saving(call, organisationRoom, OrganisationForm, { create: createOrganisation, update: updateOrganisation }),
);

export const handle = screen({ title: editTitle(organisationRoom) });

export default function EditOrganisation() {
  const given = useEditing<typeof loader>();
  return (
    <EditScreen room={organisationRoom}>
      <OrganisationFields {...given} />
    </EditScreen>
  );
}
