import { offerLines } from "~/domains/lines/queries.server";
import { organisationChoices } from "~/domains/organisations/queries.server";
import { mapAround } from "~/domains/roads/queries.server";
import { page } from "~/kit/page/http/page.server";
import { boxOfShapes } from "~/transit/geo/shape-geometry";
import { offered } from "~/kit/room/offers.server";
import { editing, saving } from "~/kit/room/pages.server";
import { screen } from "~/kit/page/screens";
import { EditScreen, editTitle, useEditing } from "~/kit/room/screens";
import { FenceFields } from "../fields";
import { shapesOf } from "../place";
import { may } from "../policy";
import { createFence, findFence, partiesShown, updateFence } from "../queries.server";
import { fenceRoom } from "../room";
import { FenceForm, type FenceRow } from "../schema";

export const handle = screen({ title: editTitle(fenceRoom) });

export const loader = page(may.write, (call) =>
  editing(call, fenceRoom, findFence, async (viewer, fence: FenceRow | null) => {
    const [orgs, picks, shown, around] = await Promise.all([
      organisationChoices(viewer),
      offered(viewer, offers, fence),
      partiesShown(fence ?? { ownerType: null, ownerUuid: null, busUuids: [] }),
      mapAround(viewer, fence && boxOfShapes(shapesOf([fence]))),
    ]);
    return { orgs, picks, shown, ...around };
  }),
);

const offers = { lineUuids: offerLines };

export const action = page(may.write, (call) =>
  saving(call, fenceRoom, FenceForm, { offers, create: createFence, update: updateFence }),
);

export default function EditFence() {
  return (
    <EditScreen room={fenceRoom}>
      <FenceFields {...useEditing<typeof loader>()} />
    </EditScreen>
  );
}
