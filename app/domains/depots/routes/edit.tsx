import { mapAround } from "~/domains/roads/queries.server";
import { organisationChoices } from "~/domains/organisations/queries.server";
import { page } from "~/kit/page/http/page.server";
import { editing, saving } from "~/kit/room/pages.server";
import { screen } from "~/kit/page/screens";
import { EditScreen, editTitle, useEditing } from "~/kit/room/screens";
import { DepotFields } from "../fields";
import { placeOf } from "../place";
import { may } from "../policy";
import { createDepot, findDepot, updateDepot } from "../queries.server";
import { depotRoom } from "../room";
import { DepotForm } from "../schema";

export const handle = screen({ title: editTitle(depotRoom) });

export const loader = page(may.write, (call) =>
  editing(call, depotRoom, findDepot, async (viewer, depot) => ({
    orgs: await organisationChoices(viewer),
    ...(await mapAround(viewer, depot && placeOf(depot).box)),
  })),
);
export const action = page(may.write, (call) =>
  saving(call, depotRoom, DepotForm, { create: createDepot, update: updateDepot }),
);

export default function EditDepot() {
  const { record, ...given } = useEditing<typeof loader>();
  return (
    <EditScreen room={depotRoom}>
      <DepotFields depot={record} {...given} />
    </EditScreen>
  );
}
